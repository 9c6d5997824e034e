// A classic script, loaded before the page is drawn, so that it never flashes in the other theme.
'use strict';
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('kiban-theme');
    } catch {
      return null; // storage may be blocked; the system's theme holds then
    }
  };
  const apply = () => {
    const theme = chosen();
    root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
})();
