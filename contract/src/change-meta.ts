import Type, { type Static } from 'typebox'

const warnings = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'What deserves attention, each as a sentence, such as a field of the request that was ignored. Absent if there is nothing.',
    examples: [['Unknown field "nmae" was ignored. Did you mean "name"?']],
  }),
)

/** `meta` of answers to requests with a body. */
export const ChangeMetaSchema = Type.Object(
  { warnings },
  { title: 'ChangeMeta', description: 'Remarks about the request. Absent if there are none.' },
)

export type ChangeMeta = Static<typeof ChangeMetaSchema>

/** `meta` of answers to requests that save a workflow. */
export const SavedMetaSchema = Type.Object(
  {
    problems: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'How many errors the saved workflow has; absent if it has none. `POST /workflows/:id/check` lists them.',
      }),
    ),
    warnings,
  },
  {
    title: 'SavedMeta',
    description: 'Remarks about the saved workflow and the request. Absent if there are none.',
  },
)
