import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { numbered, prose } from './graphs.ts'

const PATTERN = String.raw`(?:[a-z0-9]+[._-]?){1,20}@(?:[a-z0-9-]+\.){1,8}[a-z]{2,20}`

export const forms: readonly HostileCase[] = [
  {
    name: 'five-hundred-patterns',
    async run(attack) {
      const id = await createForm(attack, { pattern: PATTERN })
      const data = answers(500, () => `${'a.'.repeat(200)}!`)
      await attack.flood(8, 4, () => attack.send('POST', `/v1/forms/${id}/submissions`, { body: { data } }))
    },
  },
  {
    name: 'nested-counts-in-patterns',
    async run(attack) {
      const reply = await attack.send('POST', '/v1/forms', {
        body: formOf(500, { pattern: '((a{1,30}){1,30}){1,1}b' }),
      })
      if (reply.status !== 201) return `refused with ${reply.status}`
      const data = answers(500, () => 'a'.repeat(1_500))
      const sent = await attack.send('POST', `/v1/forms/${reply.body.data.id}/submissions`, {
        body: { data },
      })
      return String(sent.status)
    },
  },
  {
    name: 'submissions-of-900-kb',
    async run(attack) {
      const id = await createForm(attack, {})
      const data = answers(500, () => prose(1_800))
      await attack.flood(30, 6, () => attack.send('POST', `/v1/forms/${id}/submissions`, { body: { data } }))
    },
  },
  {
    name: 'one-answer-of-900-kb',
    async run(attack) {
      const form = {
        name: 'One',
        fields: [{ name: 'f0', type: 'textarea', pattern: String.raw`(\w+\s+)*\w+` }],
      }
      const { id } = await attack.create('/v1/forms', form)
      await attack.flood(6, 3, () =>
        attack.send('POST', `/v1/forms/${id}/submissions`, { body: { data: { f0: prose(900_000) } } }),
      )
    },
  },
  {
    name: 'one-list-of-80000-choices',
    async run(attack) {
      const options = numbered(1_000, (n) => `o${n}`)
      const form = { name: 'Many', fields: [{ name: 'f0', type: 'multiselect', options }] }
      const { id } = await attack.create('/v1/forms', form)
      const data = { f0: numbered(80_000, (n) => `o${n % 1_000}`) }
      await attack.flood(8, 4, () => attack.send('POST', `/v1/forms/${id}/submissions`, { body: { data } }))
    },
  },
  {
    name: 'unknown-answers',
    async run(attack) {
      const id = await createForm(attack, {})
      const data = Object.fromEntries(numbered(60_000, (n) => [`x${n}`, 1]))
      await attack.flood(8, 4, () => attack.send('POST', `/v1/forms/${id}/submissions`, { body: { data } }))
    },
  },
  {
    name: 'page-of-500-fields',
    async run(attack) {
      const id = await createForm(attack, { pattern: PATTERN, label: prose(400), help: prose(400) })
      await attack.flood(200, 20, () => attack.anonymous('GET', `/f/${id}`))
    },
  },
  {
    name: 'page-sent-with-wrong-answers',
    async run(attack) {
      const id = await createForm(attack, { pattern: PATTERN })
      const raw = new URLSearchParams(answers(500, () => `${'a.'.repeat(400)}!`)).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      await attack.flood(20, 5, (n) =>
        attack.anonymous('POST', `/f/${id}`, {
          raw,
          headers: { ...headers, 'x-forwarded-for': `203.0.113.${n}` },
        }),
      )
    },
  },
  {
    name: 'page-sent-with-many-fields',
    async run(attack) {
      const id = await createForm(attack, {})
      const raw = numbered(10_000, (n) => `k${n}=${'%41'.repeat(25)}`).join('&')
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      await attack.flood(20, 5, (n) =>
        attack.anonymous('POST', `/f/${id}`, {
          raw,
          headers: { ...headers, 'x-forwarded-for': `203.0.113.${n}` },
        }),
      )
    },
  },
  {
    name: 'preview-with-long-options',
    async run(attack) {
      const options = numbered(1_000, (n) => `Option ${n}`)
      const fields = numbered(50, (n) => ({ name: `f${n}`, type: 'select', options }))
      await attack.flood(20, 5, () =>
        attack.send('POST', '/v1/forms/preview', { body: { name: 'Long', fields } }),
      )
    },
  },
]

function formOf(count: number, details: object): object {
  return {
    name: 'Hostile',
    fields: numbered(count, (n) => ({ name: `f${n}`, type: 'textarea', ...details })),
  }
}

async function createForm(attack: Attack, details: object): Promise<string> {
  const { id } = await attack.create('/v1/forms', formOf(500, details))
  return id as string
}

function answers(count: number, make: (index: number) => string): Record<string, string> {
  return Object.fromEntries(numbered(count, (n) => [`f${n}`, make(n)]))
}
