{
  const themes = ["auto", "light", "dark"];
  const button = document.getElementById("theme");
  let current = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    current = (current + 1) % themes.length;
    const theme = themes[current];
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  });
}
