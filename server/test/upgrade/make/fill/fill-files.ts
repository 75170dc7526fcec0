import type { AccountClient, Resource } from './account-client.ts'
import { set } from './fixture-nodes.ts'

const TEXT = { 'content-type': 'text/plain' }

/** A file that a run refers to, and one that was deleted and whose content is to be removed. */
export async function createFiles(account: AccountClient): Promise<void> {
  const kept = await upload(account, 'kept.txt')
  await account.run('Was given a file', { nodes: [set('note', { seen: true })] }, { file: kept })
  const { $file: id } = await upload(account, 'deleted.txt')
  await account.api.call('DELETE', `/files/${id}`)
}

async function upload(account: AccountClient, name: string): Promise<Resource & { readonly $file: string }> {
  return account.api.call('POST', `/files?name=${name}`, `The content of ${name}`, TEXT)
}
