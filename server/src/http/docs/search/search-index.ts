/** One section of a page, as the search of the pages reads it. */
export interface SearchEntry {
  /** Title of the page. */
  readonly page: string
  readonly url: string
  readonly title: string
  readonly text: string
}

/**
 * The sections of a page from `renderPage`, without examples and the fields of responses, which repeat the same words in
 * every operation.
 */
export function indexPage(path: string, markup: string): SearchEntry[] {
  const page = readText(/<title>([^<]*) · Millrace<\/title>/.exec(markup)?.[1] ?? '')
  const main = (/<main\b[^>]*>([^]*)<\/main>/.exec(markup)?.[1] ?? '').replaceAll(
    /<(figure|details)\b[^]*?<\/\1>/g,
    ' ',
  )
  const starts = [...main.matchAll(/<(?:section|tr) id="([^"]*)"/g)]
  const first = { page, url: path, title: page, text: readText(main.slice(0, starts[0]?.index)) }
  return [first, ...starts.map((start, index) => readSection(start, starts[index + 1]?.index))]

  function readSection(start: RegExpExecArray, end: number | undefined): SearchEntry {
    const id = start[1] ?? ''
    const part = main.slice(start.index, end)
    const heading = /<h[1-3]\b[^>]*>([^]*?)<\/h[1-3]>/.exec(part)
    return {
      page,
      url: `${path}#${id}`,
      title: heading === null ? id : readText(heading[1] ?? ''),
      text: readText(heading === null ? part : part.replace(heading[0], '')),
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function readText(markup: string): string {
  return markup
    .replaceAll(/<span class="extension">[^<]*<\/span>/g, '')
    .replaceAll(/<\/?(?:a|b|code|em|strong|span|wbr)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
