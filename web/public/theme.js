// Runs before the first paint, so that the page does not flash in the wrong theme.
// src/app/theme.ts uses the same storage key and attribute; theme.test.ts checks that both agree.
;(() => {
  try {
    const choice = localStorage.getItem('millrace.theme')
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
  } catch {
    // Storage may be disabled: the preference of the system then decides.
  }
})()
