import type { AddItem } from './add-catalogue.ts'

const TYPE = 'application/x-millrace-step'

export function writeDraggedItem(data: DataTransfer, item: AddItem): void {
  data.effectAllowed = 'copy'
  data.setData(TYPE, item.id)
}

export function readDraggedItem(data: DataTransfer, items: readonly AddItem[]): AddItem | undefined {
  const id = data.getData(TYPE)
  return id === '' ? undefined : items.find((item) => item.id === id)
}
