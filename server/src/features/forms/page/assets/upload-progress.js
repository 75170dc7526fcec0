// Sends the answers with a progress bar, checks files before they are sent, and keeps the chosen files when answers are refused.
// Without it the form is sent by the browser itself, and everything works but that. It is part of the page as it is.
;(() => {
  'use strict'

  /** @type {XMLHttpRequest | undefined} */
  let sending

  start()

  function start() {
    const form = document.querySelector('form')
    const state = form?.querySelector('.upload')
    if (!form || !(state instanceof HTMLElement)) return
    // An input that was taken over from the page before keeps its listener, which is added once.
    for (const input of fileInputs(form)) input.addEventListener('change', showChosen)
    state.querySelector('button')?.addEventListener('click', () => sending?.abort())
    form.addEventListener('submit', (event) => {
      if (!fileInputs(form).some((input) => filesOf(input).length > 0)) return
      event.preventDefault()
      send(form, state)
    })
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} state
   */
  function send(form, state) {
    const request = new XMLHttpRequest()
    sending = request
    const label = state.querySelector('.upload-text')
    const bar = state.querySelector('progress')
    const button = form.querySelector('button[type="submit"]')
    /**
     * @param {string} message
     * @param {boolean} isBusy
     */
    const say = (message, isBusy) => {
      state.hidden = false
      state.dataset['state'] = isBusy ? 'busy' : 'failed'
      if (label) label.textContent = message
      if (button instanceof HTMLButtonElement) button.disabled = isBusy
    }
    say('Sending…', true)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (!lengthComputable) return
      if (bar) bar.value = loaded / total
      say(
        loaded < total ? `Sending: ${sizeText(loaded)} of ${sizeText(total)}` : 'Saving your answers…',
        true,
      )
    })
    request.addEventListener('load', () => {
      const html = request.responseText
      const location = locationIn(request)
      if (location !== undefined) window.location.assign(location)
      else if (html.includes('<form')) showAnswer(html)
      else say(parse(html).querySelector('h1')?.textContent ?? 'Your answers could not be sent.', false)
    })
    request.addEventListener('error', () =>
      say('The connection was interrupted. Your answers are still here: send them again.', false),
    )
    request.addEventListener('abort', () => say('Cancelled. Nothing was sent.', false))
    request.open('POST', form.action)
    request.setRequestHeader('accept', 'application/json')
    request.send(new FormData(form))
  }

  /**
   * Where to go after the answers were accepted.
   *
   * @param {XMLHttpRequest} request
   */
  function locationIn(request) {
    if (!(request.getResponseHeader('content-type') ?? '').startsWith('application/json')) return undefined
    const accepted = /** @type {{ location: string }} */ (JSON.parse(request.responseText))
    return accepted.location
  }

  /**
   * Shows the page with what is wrong, with the files that are still chosen.
   *
   * @param {string} html
   */
  function showAnswer(html) {
    const page = parse(html)
    const chosen = new Map(fileInputs(document).map((input) => [input.name, input]))
    for (const input of fileInputs(page)) {
      const before = chosen.get(input.name)
      if (before === undefined || filesOf(before).length === 0) continue
      for (const name of ['aria-invalid', 'aria-describedby']) {
        const value = input.getAttribute(name)
        if (value === null) before.removeAttribute(name)
        else before.setAttribute(name, value)
      }
      input.parentElement?.querySelector('[data-choose-again]')?.remove()
      input.replaceWith(before)
    }
    document.title = page.title
    const main = page.querySelector('main')
    if (main) document.querySelector('main')?.replaceWith(main)
    start()
    for (const input of fileInputs(document)) if (filesOf(input).length > 0) showFiles(input)
    const summary = document.querySelector('.summary')
    if (summary instanceof HTMLElement) summary.focus()
    window.scrollTo(0, 0)
  }

  /** @param {Event} event */
  function showChosen({ currentTarget }) {
    if (currentTarget instanceof HTMLInputElement) showFiles(currentTarget)
  }

  /** @param {HTMLInputElement} input */
  function showFiles(input) {
    // The browser shows the name of a single file itself.
    const items = (input.multiple ? filesOf(input) : []).map(({ name, size }) => {
      const item = document.createElement('li')
      const label = document.createElement('bdi')
      label.textContent = name
      item.append(label, ` ${sizeText(size)}`)
      return item
    })
    input.parentElement?.querySelector('.chosen')?.replaceChildren(...items)
    input.setCustomValidity(problemOf(input))
    if (filesOf(input).length > 0) input.reportValidity()
  }

  /** @param {HTMLInputElement} input */
  function problemOf(input) {
    const most = Number(input.dataset['maxFiles'])
    const maxBytes = Number(input.dataset['maxBytes'] ?? Infinity)
    const files = filesOf(input)
    if (files.length > most) return `Please choose at most ${most} files.`
    const large = files.find(({ size }) => size > maxBytes)
    return large === undefined ? '' : `“${large.name}” is larger than ${sizeText(maxBytes)}.`
  }

  /** @param {HTMLInputElement} input */
  function filesOf(input) {
    return [...(input.files ?? [])]
  }

  /** @param {ParentNode} root */
  function fileInputs(root) {
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = root.querySelectorAll('input[type="file"]')
    return [...inputs]
  }

  /** @param {string} html */
  function parse(html) {
    return new DOMParser().parseFromString(html, 'text/html')
  }

  /** @param {number} bytes */
  function sizeText(bytes) {
    const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
    let unit = 0
    let size = bytes
    while (size >= 1000 && unit < units.length - 1) {
      size /= 1000
      unit += 1
    }
    if (bytes === 1) return '1 byte'
    return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
  }
})()
