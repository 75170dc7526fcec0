import type { GraphEdge, GraphNode, JsonValue } from '../graph/types.ts'
import answerAWebhook from './data/answer-a-webhook.json'
import approveRefunds from './data/approve-refunds.json'
import checkInParallel from './data/check-in-parallel.json'
import cleanContacts from './data/clean-contacts.json'
import dailyReport from './data/daily-report.json'
import findErrorsInLog from './data/find-errors-in-log.json'
import groupSales from './data/group-sales.json'
import handleAFailure from './data/handle-a-failure.json'
import priceOrders from './data/price-orders.json'
import remindLater from './data/remind-later.json'
import routeTickets from './data/route-tickets.json'
import saveUntilGoal from './data/save-until-goal.json'
import scoreLeads from './data/score-leads.json'

/** A workflow that runs at once: it needs no outside account and comes with its input. */
export interface Template {
  id: string
  title: string
  description: string
  group: string
  nodes: GraphNode[]
  edges: GraphEdge[]
  variables: Record<string, JsonValue>
  input: Record<string, JsonValue>
}

/** The simplest first, within each group. A test runs all of them. */
export const templates: readonly Template[] = [
  approveRefunds,
  routeTickets,
  scoreLeads,
  priceOrders,
  cleanContacts,
  groupSales,
  findErrorsInLog,
  checkInParallel,
  saveUntilGoal,
  handleAFailure as Template,
  remindLater,
  answerAWebhook,
  dailyReport,
]
