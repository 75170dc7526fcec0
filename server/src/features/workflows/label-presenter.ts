import type { WorkflowLabels } from '@millrace/contract/workflow.ts'
import { foldCase } from '#domain/index.ts'
import type { WorkflowLabelling } from '#ports/index.ts'

/** Counts the workflows of each tag, in its most frequent spelling, and of each folder with those below it. */
export function presentLabels(labellings: readonly WorkflowLabelling[]): WorkflowLabels {
  const spellings = new Map<string, number>()
  const folders = new Map<string, number>()
  for (const { tags, folder, workflows } of labellings) {
    for (const tag of tags) add(spellings, tag, workflows)
    for (const path of foldersAround(folder)) add(folders, path, workflows)
  }
  const tags = new Map<string, { name: string; workflows: number; most: number }>()
  for (const [name, workflows] of spellings) {
    const known = tags.get(foldCase(name)) ?? { name, workflows: 0, most: 0 }
    const isMoreFrequent = workflows > known.most
    tags.set(foldCase(name), {
      name: isMoreFrequent ? name : known.name,
      workflows: known.workflows + workflows,
      most: Math.max(known.most, workflows),
    })
  }
  return {
    tags: inOrder([...tags.values()].map(({ name, workflows }) => ({ name, workflows }))),
    folders: inOrder([...folders].map(([name, workflows]) => ({ name, workflows }))),
  }
}

/** `Sales/Orders` is also in the folder `Sales`. */
function foldersAround(folder: string): readonly string[] {
  if (folder === '') return []
  const names = folder.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

function inOrder<T extends { readonly name: string }>(labels: readonly T[]): T[] {
  return labels.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.name < b.name ? -1 : 1))
}
