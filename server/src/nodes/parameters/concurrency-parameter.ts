import Type from 'typebox'
import { MAX_CONCURRENCY, ON_LIMIT } from '#domain/index.ts'

/** Shared by all triggers. It must be one of their `literals`, because the engine reads it before a run exists. */
export const concurrencyParameter = Type.Optional(
  Type.Object(
    {
      limit: Type.Integer({
        title: 'Limit',
        description: 'How many runs can be active concurrently.',
        minimum: 1,
        maximum: MAX_CONCURRENCY,
      }),
      key: Type.Optional(
        Type.Unknown({
          title: 'Key',
          description: 'An expression that uses `input`. The limit applies to runs with the same value.',
          examples: ['{{ input.customer_id }}'],
        }),
      ),
      on_limit: Type.Optional(
        Type.Enum([...ON_LIMIT], {
          title: 'When the limit is reached',
          description:
            '`queue`: the new run waits as `pending`. `drop`: the new run fails with the code DROPPED. `replace`: the oldest run is cancelled, and the new run takes its slot.',
          default: 'queue',
        }),
      ),
    },
    {
      title: 'Concurrency',
      description:
        'Limits how many runs started by this trigger are active concurrently. Sub-workflows use the concurrency slot of their caller and do not count.',
    },
  ),
)
