import Type from 'typebox'
import { MAX_CONCURRENCY, ON_LIMIT } from '#domain/index.ts'

/** The same for every trigger; among its `literals`, since the engine reads it before there is a run. */
export const concurrencyParameter = Type.Optional(
  Type.Object(
    {
      limit: Type.Integer({
        title: 'Most at the same time',
        description: 'How many runs may go on at the same time.',
        minimum: 1,
        maximum: MAX_CONCURRENCY,
      }),
      key: Type.Optional(
        Type.Unknown({
          title: 'Key',
          description: 'An expression over `input`: only runs with the same value count for each other.',
          examples: ['{{ input.customer_id }}'],
        }),
      ),
      on_limit: Type.Optional(
        Type.Enum([...ON_LIMIT], {
          title: 'When all places are taken',
          description:
            '`queue`: the run waits for its turn, as `pending`. `drop`: it ends as failed, with the code DROPPED. `replace`: the oldest run is cancelled, and this one takes its place.',
          default: 'queue',
        }),
      ),
    },
    {
      title: 'Concurrency',
      description:
        'Limits how many runs that this trigger starts go on at the same time. Sub-workflows run within the place of their caller, and do not count.',
    },
  ),
)
