import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type AccountId, type JsonValue, type StoredFile, toFileValue } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { accept, checkpointOf, ENDED, insertWorkflow } from '../executions/execution-samples.ts'
import { sampleForm, sampleStep, sampleSubmission } from '../samples.ts'

const AMPLE = 1_000_000
const FAR = 10 ** 13

export function testFileRecords(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A file is found as it was stored, and only in its account'(subject) {
      const { store, newAccount } = subject
      const file = await insert(subject, await newAccount(), 'one')
      assert.deepEqual(await store.files.find(file.accountId, file.id), file)
      assert.equal(await store.files.find(await newAccount(), file.id), undefined)
      assert.deepEqual(await store.files.usage(file.accountId), { files: 1, bytes: file.size })
    },

    async 'Equal contents are stored once, also for different accounts, and the other copy is removed'(
      subject,
    ) {
      const { store, newAccount } = subject
      const first = await insert(subject, await newAccount(), 'the same')
      const written = subject.ids.next(0)
      const second = await insert(subject, await newAccount(), 'the same', { contentId: written })
      assert.equal(second.contentId, first.contentId)
      assert.notEqual(second.id, first.id)
      assert.deepEqual(await takeDue(subject), [written])
      assert.equal(await store.files.find(second.accountId, first.id), undefined)
    },

    async 'A content stays until its last file is deleted'(subject) {
      const { newAccount } = subject
      const [a, b] = [
        await insert(subject, await newAccount(), 'shared'),
        await insert(subject, await newAccount(), 'shared'),
      ]
      await takeDue(subject)
      assert.equal(await remove(subject, a), 'deleted')
      assert.deepEqual(await takeDue(subject), [])
      assert.equal(await remove(subject, b), 'deleted')
      assert.deepEqual(await takeDue(subject), [a.contentId])
      assert.deepEqual(await subject.store.files.usage(b.accountId), { files: 0, bytes: 0 })
      const again = await insert(subject, a.accountId, 'shared')
      assert.notEqual(again.contentId, a.contentId, 'a removed content is not used again')
    },

    async 'A content that is announced and never recorded is removed when it is due'(subject) {
      const { store, ids } = subject
      const [early, late] = [ids.next(0), ids.next(0)]
      await store.files.announceContent(early, 1_000)
      await store.files.announceContent(late, 2_000)
      assert.equal(await store.files.postponeRemoval(late, 3_000), true)
      assert.deepEqual(await store.files.takeRemovable(2_500, 9_000, 10), [early])
      assert.equal(await store.files.postponeRemoval(early, 9_000), false)
      assert.deepEqual(await store.files.takeRemovable(2_500, 9_000, 10), [])
      await store.files.removeSoon(2_600, [late])
      assert.deepEqual(await store.files.takeRemovable(2_600, 9_000, 10), [late])
      assert.deepEqual(await takeDue(subject), [early, late], 'a removal that was interrupted is done again')
    },

    async 'A file cannot be recorded for a content whose removal has begun'(subject) {
      const { store, newAccount } = subject
      const file = sampleFile(subject, await newAccount(), 'late')
      await store.files.announceContent(file.contentId, 1_000)
      assert.deepEqual(await takeDue(subject, { forget: false }), [file.contentId])
      assert.equal(
        await store.write((tx) => store.files.insert(tx, { file, maxAccountBytes: AMPLE })),
        'lost',
      )
      assert.equal(await store.files.find(file.accountId, file.id), undefined)
      await takeDue(subject)
    },

    async 'An account stores no more than its plan allows'(subject) {
      const { store, newAccount } = subject
      const account = await newAccount()
      await insert(subject, account, '12345')
      const file = sampleFile(subject, account, '678')
      await store.files.announceContent(file.contentId, FAR)
      const stored = await store.write((tx) => store.files.insert(tx, { file, maxAccountBytes: 7 }))
      assert.equal(stored, 'full')
      assert.deepEqual(await store.files.usage(account), { files: 1, bytes: 5 })
      assert.deepEqual(await takeDue(subject), [file.contentId])
    },

    async 'A file lives as long as an execution has it in its input, its steps or its output'(subject) {
      const { store } = subject
      await deleteUnreferenced(subject)
      await takeDue(subject)
      const workflow = await insertWorkflow(subject)
      const [given, made, returned, unused] = await Promise.all(
        ['given', 'made', 'returned', 'unused'].map((text) => insert(subject, workflow.accountId, text)),
      )
      assert.ok(given && made && returned && unused)
      const input = { attachments: [toFileValue(given)] }
      const open = await accept(subject, workflow, { startedAt: 1_000, input })
      const steps = [{ ...sampleStep('make'), output: { report: toFileValue(made) } }]
      const next = { ...ENDED, completedAt: 1_500, output: { file: toFileValue(returned) } }
      assert.equal(await store.journal.checkpoint(checkpointOf(open, { steps, next })), 'committed')
      await deleteUnreferenced(subject)
      assert.deepEqual(await existing(subject, [given, made, returned, unused]), [given, made, returned])
      assert.equal(await remove(subject, made), 'referenced')
      await store.retention.deleteEnded(2_000, 100)
      await deleteUnreferenced(subject)
      assert.deepEqual(await existing(subject, [given, made, returned]), [])
      assert.deepEqual(
        new Set(await takeDue(subject)),
        new Set([given, made, returned, unused].map(({ contentId }) => contentId)),
      )
    },

    async 'An execution keeps nothing of another account'(subject) {
      const workflow = await insertWorkflow(subject)
      const foreign = await insert(subject, await subject.newAccount(), 'foreign')
      await accept(subject, workflow, { input: { file: toFileValue(foreign) } })
      await deleteUnreferenced(subject)
      assert.deepEqual(await existing(subject, [foreign]), [])
    },

    async 'A file lives as long as one of the submissions that contain it'(subject) {
      const { store, ids, newAccount } = subject
      const account = await newAccount()
      const form = sampleForm(ids, account)
      await store.write((tx) => store.forms.insert(tx, form))
      const file = await insert(subject, account, 'answer')
      const data = { cv: toFileValue(file) }
      const submissions = [
        sampleSubmission(ids, form, { data }),
        sampleSubmission(ids, form, { data }),
      ] as const
      for (const one of submissions) await store.write((tx) => store.forms.insertSubmission(tx, one))
      await store.write((tx) => store.forms.deleteSubmissions(tx, account, form.id, [submissions[0].id]))
      await deleteUnreferenced(subject)
      assert.deepEqual(await existing(subject, [file]), [file])
      await store.write((tx) => store.forms.delete(tx, account, form.id))
      await deleteUnreferenced(subject)
      assert.deepEqual(await existing(subject, [file]), [])
    },

    async 'A file lives as long as a remembered value contains it'(subject) {
      const { store, ids, newAccount } = subject
      const accountId = await newAccount()
      const [first, second] = [
        await insert(subject, accountId, 'state 1'),
        await insert(subject, accountId, 'state 2'),
      ]
      const set = async (value: JsonValue) => {
        const address = { accountId, scope: 'account', key: 'latest' }
        const change = { kind: 'set', value, expiresAt: null } as const
        await store.write((tx) =>
          store.state.use(tx, {
            address,
            items: [],
            at: 1,
            newId: ids.next(0),
            settle: () => ({ change, steps: [] }),
          }),
        )
        await deleteUnreferenced(subject)
      }
      await set({ file: toFileValue(first) })
      assert.deepEqual(await existing(subject, [first, second]), [first])
      await set(null)
      assert.deepEqual(await existing(subject, [first]), [])
    },

    async 'Fresh files are kept although nothing refers to them yet'(subject) {
      const file = await insert(subject, await subject.newAccount(), 'fresh', { createdAt: 5_000 })
      while ((await subject.store.files.deleteUnreferenced(5_000, 100)) > 0);
      assert.deepEqual(await existing(subject, [file]), [file])
      assert.equal(await subject.store.files.deleteUnreferenced(5_001, 100), 1)
    },

    async 'Two holders that release a file at the same time leave it unreferenced'(subject) {
      const { store, ids, newAccount } = subject
      const account = await newAccount()
      const form = sampleForm(ids, account)
      await store.write((tx) => store.forms.insert(tx, form))
      const file = await insert(subject, account, 'released twice')
      const submissions = Array.from({ length: 10 }, () =>
        sampleSubmission(ids, form, { data: { file: toFileValue(file) } }),
      )
      for (const one of submissions) await store.write((tx) => store.forms.insertSubmission(tx, one))
      await Promise.all(
        submissions.map(({ id }) =>
          store.write((tx) => store.forms.deleteSubmissions(tx, account, form.id, [id])),
        ),
      )
      await deleteUnreferenced(subject)
      assert.deepEqual(await existing(subject, [file]), [])
    },

    async 'A content that is recorded and dropped at the same time is never lost'(subject) {
      const { store, newAccount } = subject
      const account = await newAccount()
      const first = await insert(subject, account, 'contended')
      const files = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          if (index === 5) await remove(subject, first)
          return insert(subject, account, 'contended')
        }),
      )
      const removable = new Set(await takeDue(subject))
      for (const file of files) {
        const { contentId } = (await store.files.find(account, file.id)) ?? assert.fail()
        assert.ok(!removable.has(contentId))
      }
      assert.equal(new Set(files.slice(6).map(({ contentId }) => contentId)).size, 1)
    },
  })
}

function sampleFile(
  { ids }: Subject,
  accountId: AccountId,
  text: string,
  changes: Partial<StoredFile> = {},
): StoredFile {
  return {
    id: ids.next(0),
    accountId,
    name: `${text}.txt`,
    mediaType: 'text/plain',
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    contentId: ids.next(0),
    createdAt: 0,
    ...changes,
  }
}

async function insert(
  subject: Subject,
  accountId: AccountId,
  text: string,
  changes: Partial<StoredFile> = {},
): Promise<StoredFile> {
  const { store } = subject
  const file = sampleFile(subject, accountId, text, changes)
  await store.files.announceContent(file.contentId, FAR)
  const stored = await store.write((tx) => store.files.insert(tx, { file, maxAccountBytes: AMPLE }))
  assert.ok(typeof stored === 'object')
  return stored
}

function remove({ store }: Subject, { accountId, id }: StoredFile) {
  return store.write((tx) => store.files.delete(tx, accountId, id))
}

async function deleteUnreferenced({ store }: Subject): Promise<void> {
  while ((await store.files.deleteUnreferenced(1_000, 2)) > 0);
}

async function existing({ store }: Subject, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const found = await Promise.all(files.map(({ accountId, id }) => store.files.find(accountId, id)))
  return found.filter((file) => file !== undefined)
}

/** What would be removed from the file store now. */
async function takeDue({ store }: Subject, { forget = true } = {}): Promise<readonly string[]> {
  const due = await store.files.takeRemovable(FAR, FAR, 1_000)
  if (forget) await store.files.forgetRemoved(due)
  return due
}
