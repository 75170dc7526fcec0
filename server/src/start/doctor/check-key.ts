import { readFile, stat } from 'node:fs/promises'
import { AesVault, checkCanary, fixedKeyRing, makeMasterKey, parseMasterKeys } from '#adapters/index.ts'
import type { CheckContext, CheckResult, Finding } from './finding.ts'

/** `canary` is the stored value that only the right key opens; undefined if the database has none. */
export async function checkKey({ config }: CheckContext, canary: string | undefined): Promise<CheckResult> {
  const { masterKey, masterKeyFile } = config
  const faults: Finding[] = []
  const text = masterKey ?? (await readFile(masterKeyFile, 'utf8').catch(() => undefined))
  const source = masterKey === undefined ? masterKeyFile : 'MILLRACE_MASTER_KEY'
  if (masterKey === undefined) faults.push(...(await checkMode(masterKeyFile)))
  if (text === undefined) {
    if (canary !== undefined) {
      faults.push({
        what: `The master key file ${masterKeyFile} is missing, and the database has secrets.`,
        remedy: 'Restore the file from your backup, or set MILLRACE_MASTER_KEY.',
      })
    }
    return { name: 'master key', faults }
  }
  const parsed = parseMasterKeys(text)
  if (!parsed.ok) {
    faults.push({
      what: `${source} is not a master key: it ${parsed.problem}.`,
      remedy: 'Restore it from your backup.',
    })
  } else if (canary !== undefined) {
    const vault = new AesVault(fixedKeyRing(parsed.keys), makeMasterKey())
    if (checkCanary(vault, canary).status === 'dead') {
      faults.push({
        what: `${source} holds another master key than the one that encrypted the secrets of this database.`,
        remedy: 'Restore the right key from your backup.',
      })
    }
  }
  return { name: 'master key', faults }
}

async function checkMode(file: string): Promise<readonly Finding[]> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || (found.mode & 0o077) === 0) return []
  return [{ what: `Other users of this machine can read ${file}.`, remedy: `Run: chmod 600 ${file}` }]
}
