/** The parts of the documentation that explain a page, most specific first. Paths without an entry have none. */
const topics: readonly (readonly [page: RegExp, sections: readonly string[]])[] = [
  [/^\/$/, ['executions#failures-by-cause', 'triggers#schedule', 'executions']],
  [/^\/templates/, ['editor', 'workflows']],
  [/^\/workflows$/, ['workflows', 'drafts#tags-and-folders', 'editor']],
  [/^\/workflows\/[^/]+\/executions/, ['executions', 'editor#fix-what-failed']],
  [/^\/workflows\/[^/]+\/versions/, ['drafts', 'workflows#versions']],
  [/^\/workflows\/[^/]+\/triggers/, ['triggers']],
  [
    /^\/workflows\/[^/]+\/settings/,
    ['workflows#variables', 'triggers#concurrency', 'executions#retry-failed-attempts'],
  ],
  [/^\/workflows\/[^/]+/, ['editor', 'test-runs', 'expressions', 'drafts']],
  [/^\/triggers/, ['triggers', 'triggers#schedule', 'triggers#inbound-webhook']],
  [/^\/executions/, ['executions', 'executions#retry-an-execution', 'editor#fix-what-failed']],
  [/^\/inbox/, ['executions#ask-for-an-approval', 'executions#wait-for-an-event']],
  [/^\/forms\/[^/]+\/submissions/, ['forms#find-and-delete-submissions', 'forms#export-submissions-as-csv']],
  [/^\/forms\/[^/]+\/share/, ['forms#embed-a-form', 'triggers#form', 'forms#the-hosted-page']],
  [/^\/forms\/[^/]+\/settings/, ['forms#settings', 'forms#spam-protection']],
  [/^\/forms/, ['forms', 'forms#change-a-form-that-is-in-use', 'triggers#form']],
  [/^\/connections/, ['credentials', 'integrations', 'integrations#import-an-openapi-document']],
  [/^\/webhooks/, ['webhooks', 'webhooks#verify-the-signature', 'webhooks#inspect-and-repeat-deliveries']],
  [/^\/settings\/api-keys/, ['access#api-keys']],
  [/^\/settings\/variables/, ['variables', 'expressions#data-you-can-read']],
  [/^\/settings\/users/, ['access#people-and-roles']],
  [/^\/settings\/audit/, ['access#audit-log']],
  [/^\/settings\/profile/, ['access#sessions']],
  [/^\/settings\/plan/, ['executions#limits', 'workflows#limits']],
  [/^\/settings\/appearance/, ['editor#light-and-dark', 'editor#keyboard']],
]

/** The ids of the entries about a page of the app. */
export function topicsOf(pathname: string): readonly string[] {
  const found = topics.find(([page]) => page.test(pathname))
  return (found?.[1] ?? []).map((section) => `page:/docs/guides/${section}`)
}
