import type { Page, PageRequest } from '#ports/index.ts'

const PAGE_SIZE = 100

/** Reads a list page by page. Each item appears once, also if others are added meanwhile. */
export async function everyItem<T extends { readonly id: string }>(
  list: (page: PageRequest) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const found = new Map<string, T>()
  for (let page = 1; ; page += 1) {
    const { items } = await list({ page, limit: PAGE_SIZE })
    for (const item of items) found.set(item.id, item)
    if (items.length < PAGE_SIZE) return [...found.values()]
  }
}
