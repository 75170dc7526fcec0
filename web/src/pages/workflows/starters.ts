import { CalendarClock, GitBranch, Webhook, type LucideIcon } from 'lucide-react'
import type { CallOptions } from '../../api/call.ts'
import type { createWorkflow } from '../../api/generated/operations.ts'
import * as t from '../../texts/workflows/starters.ts'

type NewWorkflow = CallOptions<typeof createWorkflow>['body']

interface Starter {
  id: string
  icon: LucideIcon
  title: string
  description: string
  workflow: NewWorkflow
}

const column = 300
const row = 130
const at = (x: number, y = 0) => ({ x: x * column, y: y * row })

/** Small workflows that run, for a first look. */
export const starters: readonly Starter[] = [
  {
    id: 'decide',
    icon: GitBranch,
    title: t.decide,
    description: t.decideNote,
    workflow: {
      name: t.decide,
      nodes: [
        { id: 'start', type: 'start', name: t.nodeStart, position: at(0), data: {} },
        {
          id: 'large',
          type: 'if',
          name: t.nodeLarge,
          position: at(1),
          data: { condition: '(input.amount ?? 250) > 100' },
        },
        {
          id: 'ask',
          type: 'set',
          name: t.nodeAsk,
          position: at(2, -0.5),
          data: { values: { decision: 'ask', amount: '{{ input.amount ?? 250 }}' } },
        },
        {
          id: 'accept',
          type: 'set',
          name: t.nodeAccept,
          position: at(2, 0.5),
          data: { values: { decision: 'accept', amount: '{{ input.amount ?? 250 }}' } },
        },
      ],
      edges: [
        { source: 'start', target: 'large' },
        { source: 'large', target: 'ask', sourceHandle: 'true' },
        { source: 'large', target: 'accept', sourceHandle: 'false' },
      ],
    },
  },
  {
    id: 'webhook',
    icon: Webhook,
    title: t.webhook,
    description: t.webhookNote,
    workflow: {
      name: t.webhook,
      nodes: [
        {
          id: 'webhook',
          type: 'webhook',
          name: t.nodeWebhook,
          position: at(0),
          data: { method: 'POST', respond: 'last_node' },
        },
        {
          id: 'greet',
          type: 'set',
          name: t.nodeGreet,
          position: at(1),
          data: { values: { greeting: `${t.greeting}{{ input.body.name }}` } },
        },
      ],
      edges: [{ source: 'webhook', target: 'greet' }],
    },
  },
  {
    id: 'schedule',
    icon: CalendarClock,
    title: t.schedule,
    description: t.scheduleNote,
    workflow: {
      name: t.schedule,
      nodes: [
        {
          id: 'schedule',
          type: 'schedule',
          name: t.nodeSchedule,
          position: at(0),
          data: { cron: '0 8 * * MON-FRI', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        },
        {
          id: 'fetch',
          type: 'http',
          name: t.nodeFetch,
          position: at(1),
          data: { method: 'GET', url: 'https://example.com/' },
          retry: { max_attempts: 3 },
        },
        {
          id: 'result',
          type: 'set',
          name: t.nodeResult,
          position: at(2),
          data: { values: { status: '{{ nodes.fetch.output.status }}' } },
        },
      ],
      edges: [
        { source: 'schedule', target: 'fetch' },
        { source: 'fetch', target: 'result' },
      ],
    },
  },
]
