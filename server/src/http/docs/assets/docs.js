// Conveniences: the pages are complete without this file.
;(() => {
  // Before the first paint: apply the theme chosen in the web app.
  try {
    const choice = localStorage.getItem('millrace.theme')
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset['theme'] = choice
  } catch {
    // Storage may be disabled; the system preference then applies.
  }

  document.addEventListener('DOMContentLoaded', () => {
    addCopyButtons()
    addFilter()
    followReader()
  })
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })

  function addCopyButtons() {
    // The clipboard is not available on a page that was loaded over plain HTTP from another machine.
    if (!isSecureContext) return
    for (const figure of document.querySelectorAll('figure.code')) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Copy'
      button.addEventListener('click', () => {
        navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '').then(
          () => (button.textContent = 'Copied'),
          () => (button.textContent = 'Not allowed'),
        )
        setTimeout(() => (button.textContent = 'Copy'), 1500)
      })
      figure.querySelector('figcaption')?.append(button)
    }
  }

  function addFilter() {
    const contents = document.querySelector('.contents')
    const groups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.contents .group')])
    if (!groups.every((group) => group.querySelector('ul'))) return
    const input = document.createElement('input')
    input.type = 'search'
    input.placeholder = 'Filter'
    input.setAttribute('aria-label', 'Filter this list')
    input.addEventListener('input', () => {
      const words = input.value.toLowerCase().split(/\s+/)
      for (const group of groups) {
        const entries = [...group.querySelectorAll('li')]
        for (const entry of entries) {
          const text = `${group.firstElementChild?.textContent} ${entry.textContent}`.toLowerCase()
          entry.hidden = !words.every((word) => text.includes(word))
        }
        group.hidden = entries.every((entry) => entry.hidden)
      }
    })
    contents?.prepend(input)
  }

  /** Marks the entry of the section in view. */
  function followReader() {
    /** @type {Map<string, HTMLAnchorElement>} */
    const links = new Map()
    const anchors = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.contents a'))
    for (const link of anchors) if (link.pathname === location.pathname) links.set(link.hash.slice(1), link)
    /** @type {HTMLAnchorElement | undefined} */
    let current
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { isIntersecting, target } of changes) {
          const link = isIntersecting ? links.get(target.id) : undefined
          if (link === undefined) continue
          current?.removeAttribute('aria-current')
          link.setAttribute('aria-current', 'true')
          current = link
        }
      },
      { rootMargin: '-10% 0px -80% 0px' },
    )
    for (const section of document.querySelectorAll('main section[id]')) observer.observe(section)
  }
})()
