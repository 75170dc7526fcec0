interface Page<Item> {
  data: Item[]
  meta: { page: number; limit: number; total: number }
}

/** Reads all pages of a short list, such as credentials. */
export async function readEveryPage<Item>(
  readPage: (query: { page: number; limit: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await readPage({ page, limit: 100 })
    items.push(...data)
    if (data.length === 0 || items.length >= meta.total) return items
  }
}
