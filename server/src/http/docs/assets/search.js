// Search over the guides and the reference. The index is loaded when the reader first uses the field.
;(() => {
  /** @typedef {{ page: string, url: string, title: string, text: string }} Entry */
  const MAX_RESULTS = 12
  const EXCERPT_BEFORE = 50
  const EXCERPT_LENGTH = 160

  const input = document.createElement('input')
  const results = document.createElement('ul')
  const status = document.createElement('p')
  const search = document.createElement('search')
  /** @type {Promise<Entry[]> | undefined} */
  let index

  buildField()
  input.addEventListener('focus', () => void loadIndex())
  input.addEventListener('input', () => void showResults())
  search.addEventListener('keydown', moveByKey)
  search.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node) || !search.contains(event.relatedTarget)) close()
  })
  // The field keeps the focus, or the list would close before the click.
  results.addEventListener('mousedown', (event) => event.preventDefault())
  results.addEventListener('click', close)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    event.preventDefault()
    input.focus()
  })

  function buildField() {
    input.type = 'search'
    input.placeholder = 'Search (press /)'
    input.autocomplete = 'off'
    input.setAttribute('aria-label', 'Search the documentation')
    input.setAttribute('aria-controls', 'search-results')
    results.id = 'search-results'
    results.className = 'search-results'
    results.setAttribute('aria-label', 'Search results')
    results.hidden = true
    status.className = 'search-status'
    status.setAttribute('role', 'status')
    search.className = 'search'
    search.append(input, results, status)
    document.querySelector('.top')?.append(search)
  }

  /** @returns {Promise<Entry[]>} */
  function loadIndex() {
    index ??= fetch('/docs/search.json')
      .then((response) => {
        if (!response.ok) throw new Error(`The search index was answered with ${response.status}.`)
        return response.json()
      })
      .catch((/** @type {unknown} */ error) => {
        index = undefined
        throw error
      })
    return index
  }

  async function showResults() {
    const query = input.value
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return close()
    /** @type {Entry[]} */
    let found
    try {
      found = findEntries(await loadIndex(), words)
    } catch {
      return show([message('The search index could not be loaded.')], 'The search index could not be loaded.')
    }
    // A later key may have been faster.
    if (query !== input.value) return
    const count = found.length === 1 ? '1 result' : `${found.length} results`
    if (found.length === 0) show([message('No results')], 'No results')
    else
      show(
        found.slice(0, MAX_RESULTS).map((entry) => resultItem(entry, words)),
        count,
      )
  }

  /**
   * @param {Entry[]} entries
   * @param {string[]} words
   */
  function findEntries(entries, words) {
    return entries
      .map((entry) => ({ entry, score: rate(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry)
  }

  /**
   * Every word must occur; titles count more than text.
   *
   * @param {Entry} entry
   * @param {string[]} words
   */
  function rate({ page, title, text }, words) {
    const heading = title.toLowerCase()
    let score = heading === words.join(' ') ? 20 : 0
    for (const word of words) {
      if (heading.startsWith(word)) score += 12
      else if (heading.includes(word)) score += 8
      else if (page.toLowerCase().includes(word)) score += 3
      else if (text.toLowerCase().includes(word)) score += 1
      else return 0
    }
    return score
  }

  /**
   * @param {Entry} entry
   * @param {string[]} words
   */
  function resultItem({ page, url, title, text }, words) {
    const link = document.createElement('a')
    link.href = url
    link.append(
      marked('title', title, words),
      span('page', page),
      marked('excerpt', excerptOf(text, words), words),
    )
    const item = document.createElement('li')
    item.append(link)
    return item
  }

  /**
   * @param {string} text
   * @param {string[]} words
   */
  function excerptOf(text, words) {
    const lower = text.toLowerCase()
    const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0))
    const from = Number.isFinite(first) ? Math.max(0, first - EXCERPT_BEFORE) : 0
    // A whole word first.
    const start = from === 0 ? 0 : Math.min(first, text.indexOf(' ', from) + 1)
    const end = start + EXCERPT_LENGTH
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  function span(name, text) {
    const element = document.createElement('span')
    element.className = name
    element.textContent = text
    return element
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {string[]} words
   */
  function marked(name, text, words) {
    const element = span(name, '')
    const pattern = new RegExp(
      `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
      'i',
    )
    for (const [at, part] of text.split(pattern).entries()) {
      const piece = at % 2 === 1 ? document.createElement('mark') : document.createElement('span')
      piece.textContent = part
      element.append(piece)
    }
    return element
  }

  /** @param {string} text */
  function message(text) {
    const item = document.createElement('li')
    item.className = 'empty'
    item.textContent = text
    return item
  }

  /**
   * @param {HTMLElement[]} items
   * @param {string} announcement
   */
  function show(items, announcement) {
    results.replaceChildren(...items)
    results.hidden = false
    status.textContent = announcement
  }

  function close() {
    results.hidden = true
    status.textContent = ''
  }

  /** @param {KeyboardEvent} event */
  function moveByKey(event) {
    const links = [...results.querySelectorAll('a')]
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement))
    if (event.key === 'Escape') {
      close()
      input.focus()
    } else if (event.key === 'ArrowDown') {
      if (results.hidden) void showResults()
      links[Math.min(at + 1, links.length - 1)]?.focus()
    } else if (event.key === 'ArrowUp') {
      if (at <= 0) input.focus()
      else links[at - 1]?.focus()
    } else if (event.key === 'Enter' && event.target === input && !results.hidden) {
      links[0]?.click()
    } else return
    event.preventDefault()
  }
})()
