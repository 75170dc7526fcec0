import type {
  AccessTokens,
  CredentialReader,
  Files,
  HttpClient,
  IntegrationActions,
  MailClient,
  NodeCatalogue,
  NodeKind,
  Sandbox,
  SqlClient,
  WorkerPool,
} from '#ports/index.ts'
import { archiveNode } from './archive/archive.node.ts'
import { codeNode } from './code/code.node.ts'
import { combineNode } from './combine/combine.node.ts'
import { cryptoNode } from './crypto/crypto.node.ts'
import { csvNode } from './csv/csv.node.ts'
import { delayNode } from './delay/delay.node.ts'
import { emailNode } from './email/email.node.ts'
import { eventNode } from './event/event.node.ts'
import { failNode } from './fail/fail.node.ts'
import { filterNode } from './filter/filter.node.ts'
import { flattenNode } from './flatten/flatten.node.ts'
import { forEachNode } from './for_each/for_each.node.ts'
import { formNode } from './form/form.node.ts'
import { groupNode } from './group/group.node.ts'
import { htmlNode } from './html/html.node.ts'
import { httpNode } from './http/http.node.ts'
import { ifNode } from './if/if.node.ts'
import { integrationNode } from './integration/integration.node.ts'
import { limitNode } from './limit/limit.node.ts'
import { logNode } from './log/log.node.ts'
import { loopNode } from './loop/loop.node.ts'
import { markdownNode } from './markdown/markdown.node.ts'
import { mergeNode } from './merge/merge.node.ts'
import { noteNode } from './note/note.node.ts'
import { onlyNewNode } from './only_new/only_new.node.ts'
import { pdfNode } from './pdf/pdf.node.ts'
import { pollNode } from './poll/poll.node.ts'
import { postgresNode } from './postgres/postgres.node.ts'
import { respondNode } from './respond/respond.node.ts'
import { returnNode } from './return/return.node.ts'
import { rssNode } from './rss/rss.node.ts'
import { scheduleNode } from './schedule/schedule.node.ts'
import { sectionNode } from './section/section.node.ts'
import { setNode } from './set/set.node.ts'
import { sortNode } from './sort/sort.node.ts'
import { spreadsheetNode } from './spreadsheet/spreadsheet.node.ts'
import { startNode } from './start/start.node.ts'
import { stateNode } from './state/state.node.ts'
import { switchNode } from './switch/switch.node.ts'
import { uniqueNode } from './unique/unique.node.ts'
import { waitNode } from './wait/wait.node.ts'
import { webhookNode } from './webhook/webhook.node.ts'
import { workflowNode } from './workflow/workflow.node.ts'
import { xmlNode } from './xml/xml.node.ts'

/** The outside services that node kinds use. */
export interface NodeDeps {
  readonly sandbox: Sandbox
  readonly workers: WorkerPool
  readonly http: HttpClient
  readonly mail: MailClient
  readonly sql: SqlClient
  readonly files: Files
  readonly credentials: CredentialReader
  readonly tokens: AccessTokens
  readonly actions: IntegrationActions
}

/** All node kinds, in the order in which the editor lists them. To add one, create its folder and add a line here. */
export function nodeKinds(deps: NodeDeps): readonly NodeKind[] {
  const { sandbox, workers, http, mail, sql, files, credentials, tokens, actions } = deps
  const request = httpNode({ http, credentials, tokens, files })
  const formats = { workers, files }
  const email = emailNode({ mail, credentials, files })
  const postgres = postgresNode({ sql, credentials })
  return [
    startNode,
    scheduleNode,
    pollNode(actions.credentialTypes),
    webhookNode,
    formNode,
    eventNode,
    setNode,
    ifNode,
    switchNode,
    mergeNode,
    forEachNode,
    loopNode,
    filterNode,
    sortNode,
    limitNode,
    uniqueNode,
    groupNode,
    flattenNode,
    combineNode,
    onlyNewNode,
    stateNode,
    csvNode(formats),
    spreadsheetNode(formats),
    xmlNode(formats),
    htmlNode(formats),
    markdownNode(formats),
    pdfNode(formats),
    archiveNode(formats),
    rssNode(formats),
    cryptoNode(credentials),
    codeNode(sandbox, files),
    request,
    delayNode,
    waitNode,
    workflowNode,
    logNode,
    failNode,
    returnNode,
    respondNode,
    email,
    postgres,
    integrationNode({ http, actions, files, kinds: [request, email, postgres] }),
    noteNode,
    sectionNode,
  ]
}

export function nodeCatalogue(kinds: readonly NodeKind[]): NodeCatalogue {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]))
  return { find: (type) => byType.get(type), types: kinds.map((kind) => kind.type) }
}
