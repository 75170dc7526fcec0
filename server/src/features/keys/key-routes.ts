import { type Key, NewKeySchema, type PlanUse } from '@millrace/contract/app.ts'
import { PLAN_IDS, PLANS } from '@millrace/contract/plans.ts'
import {
  type ApiKey,
  DAY_MS,
  invalid,
  isUuid,
  keyState,
  MINUTE_MS,
  notFound,
  presetOf,
  refuseMoreRights,
  windowStart,
} from '#domain/index.ts'
import { type AppRoute, sessionRoute } from '#http/index.ts'
import { authorOf } from '../shared/authors.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import type { SignedIn } from '../sessions/session-service.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'
import type { KeyService } from './key-service.ts'

/** The API keys of an account, and its plan with the current usage. */
export function keyRoutes(
  context: FeatureDeps,
  keys: KeyService,
  settings: { limitsEnforced: boolean },
): AppRoute<SignedIn>[] {
  const { store, clock } = context
  return [
    sessionRoute({ method: 'GET', path: '/keys', access: 'owner' }, async ({ session }) => {
      const records = await keys.list(session.account.id)
      return { data: records.map((record) => presentKey(record, clock.now())) }
    }),
    sessionRoute(
      { method: 'POST', path: '/keys', access: 'owner', body: NewKeySchema },
      async ({ session, body, origin }) => {
        refuseMoreRights(session.caller, body.scopes)
        const author = authorOf(session.caller, origin)
        const now = clock.now()
        const expiresAt = readExpiry(body.expires_at, now)
        const wanted = { name: body.name, scopes: body.scopes, expiresAt }
        const { record, key } = await store.write((tx) => keys.create(tx, author, wanted))
        return { data: { ...presentKey(record, now), key }, status: 201 }
      },
    ),
    sessionRoute(
      { method: 'DELETE', path: '/keys/:id', access: 'owner' },
      async ({ session, params, origin }) => {
        const id = params['id'] ?? ''
        if (!isUuid(id)) throw notFound('API key')
        const record = await keys.revoke(authorOf(session.caller, origin), id.toLowerCase())
        return { data: { id: record.id, revoked_at: timestampOrNull(record.revokedAt) } }
      },
    ),
    sessionRoute({ method: 'GET', path: '/plan', access: 'viewer' }, async ({ session }) => {
      const now = clock.now()
      const used = await store.rates.read(session.account.id, now)
      const plan = PLANS[session.account.plan]
      const data: PlanUse = {
        plan: plan.id,
        limits: { per_minute: plan.perMinute, per_day: plan.perDay },
        used: { minute: used.minute, day: used.day },
        resets_at: {
          minute: timestamp(windowStart(now, MINUTE_MS) + MINUTE_MS),
          day: timestamp(windowStart(now, DAY_MS) + DAY_MS),
        },
        enforced: settings.limitsEnforced,
        plans: PLAN_IDS.map((id) => ({
          id,
          name: PLANS[id].name,
          per_minute: PLANS[id].perMinute,
          per_day: PLANS[id].perDay,
        })),
      }
      return { data }
    }),
  ]
}

function presentKey(key: ApiKey, now: number): Key {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    preset: presetOf(key.scopes),
    created_at: timestamp(key.createdAt),
    expires_at: timestampOrNull(key.expiresAt),
    last_used_at: timestampOrNull(key.lastUsedAt),
    revoked_at: timestampOrNull(key.revokedAt),
    status: keyState(key, now),
  }
}

function readExpiry(text: string | null | undefined, now: number): number | null {
  if (text === undefined || text === null) return null
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw invalid([{ path: 'expires_at', message: 'must be a date and time in ISO 8601' }])
  if (at <= now) throw invalid([{ path: 'expires_at', message: 'must be in the future' }])
  return at
}
