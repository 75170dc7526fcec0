// Runs before the first paint, so that an explicit choice of theme never flashes the other one.
// The storage key and the attribute are those of src/app/theme.ts; theme.test.ts keeps the two in step.
;(() => {
  try {
    const choice = localStorage.getItem('millrace.theme')
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
  } catch {
    // Storage may be switched off: the system's preference then decides.
  }
})()
