/** What a test has to find again in the filled database. */
export interface Story {
  readonly credentialWorkflow: string
  readonly delayed: string
  readonly retrying: string
  readonly approval: { readonly execution: string; readonly approve: string }
  readonly callback: { readonly execution: string; readonly link: string }
  readonly event: string
  readonly loop: string
  readonly parent: { readonly execution: string; readonly child: string }
  readonly holder: string
  readonly queued: string
  readonly running: string
  readonly inboundWebhook: { readonly path: string; readonly execution: string }
  readonly schedule: string
  readonly form: string
  readonly imported: string
  readonly deliveredEndpoint: string
  readonly pendingEndpoint: string
  readonly claimedEndpoint: string
  readonly idempotent: { readonly key: string; readonly body: object; readonly workflow: string }
}
