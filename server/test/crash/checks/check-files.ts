import type { CrashHistory, FilesSnapshot, StoredContent, Violation } from './history.ts'

/**
 * Before and after the cleanup, everything that is referred to is there, with the bytes that were stored. After the cleanup,
 * nothing else is there.
 */
export function checkFiles({ files }: CrashHistory): Violation[] {
  return [
    ...checkComplete(files.afterKills, 'before the cleanup'),
    ...checkComplete(files.afterCleanup, 'after the cleanup'),
    ...checkClean(files.afterCleanup),
  ]
}

function checkComplete(snapshot: FilesSnapshot, when: string): Violation[] {
  const violations: Violation[] = []
  const files = new Map(snapshot.files.map((file) => [file.id, file]))
  const stored = new Map(snapshot.stored.map((content) => [content.key, content]))
  const references = new Set(snapshot.references.map(({ holderId, fileId }) => `${holderId} ${fileId}`))
  for (const { id: executionId, fileIds } of snapshot.holders) {
    for (const fileId of fileIds) {
      const report = (detail: string) =>
        violations.push({ rule: 'file', executionId, detail: `The file ${fileId} ${detail} ${when}.` })
      if (!files.has(fileId)) report('does not exist')
      else if (!references.has(`${executionId} ${fileId}`)) report('is not kept')
    }
  }
  for (const { id, contentId, size, sha256 } of snapshot.files) {
    const problem = describeContent(stored.get(contentId), size, sha256)
    if (problem !== undefined)
      violations.push({ rule: 'file', detail: `The content of the file ${id} ${problem} ${when}.` })
  }
  return violations
}

function describeContent(content: StoredContent | undefined, size: number, sha256: string) {
  if (content === undefined) return 'does not exist'
  if (content.size !== size) return `has ${content.size} bytes instead of ${size}`
  return content.sha256 === sha256 ? undefined : 'has other bytes'
}

function checkClean(snapshot: FilesSnapshot): Violation[] {
  const { files, usage } = snapshot
  const contentIds = new Set(snapshot.contentIds)
  const used = new Set(files.map(({ contentId }) => contentId))
  const kept = new Set(snapshot.references.map(({ fileId }) => fileId))
  const holders = new Set(snapshot.holders.map(({ id }) => id))
  const left = [
    ...snapshot.stored
      .filter(({ key }) => !contentIds.has(key))
      .map(({ key, size }) => `The content ${key} of ${size} bytes belongs to no file.`),
    ...snapshot.contentIds.filter((id) => !used.has(id)).map((id) => `No file has the content ${id}.`),
    ...files.filter(({ id }) => !kept.has(id)).map(({ id }) => `Nothing refers to the file ${id}.`),
    ...snapshot.references
      .filter(({ holderId }) => !holders.has(holderId))
      .map(({ holderId, fileId }) => `The file ${fileId} is kept for ${holderId}, which does not exist.`),
    ...snapshot.removals.map((key) => `The content ${key} was not removed.`),
  ]
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (usage.files !== files.length || usage.bytes !== bytes) {
    left.push(
      `${usage.files} files with ${usage.bytes} bytes are counted; there are ${files.length} with ${bytes}.`,
    )
  }
  return left.map((detail) => ({ rule: 'content', detail }))
}
