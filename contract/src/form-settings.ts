import Type, { type Static } from 'typebox'
import { nameSchema, textSchema } from './primitives.ts'

const MAX_SUBMISSIONS = 1_000_000_000

/** How a form looks on its page, and until when it takes answers. All of it may be left out. */
export const FormSettingsSchema = Type.Object(
  {
    description: Type.Optional(
      textSchema({ maxLength: 5_000, description: 'Shown above the questions; line breaks are kept.' }),
    ),
    submit_label: Type.Optional(
      nameSchema({ maxLength: 60, description: 'On the button instead of "Send".', examples: ['Sign up'] }),
    ),
    thank_you: Type.Optional(
      textSchema({ maxLength: 5_000, description: 'Shown after an answer; line breaks are kept.' }),
    ),
    redirect_url: Type.Optional(
      textSchema({
        maxLength: 2_000,
        description:
          'Where people are sent after an answer, instead of to the thank-you page: http or https.',
        examples: ['https://example.com/thanks'],
      }),
    ),
    closes_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'From then on no answer is taken, by API neither. Any offset; returned in UTC.',
        examples: ['2026-01-31T18:00:00.000Z'],
      }),
    ),
    max_submissions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SUBMISSIONS,
        description: 'With so many answers the form is full, by API too.',
      }),
    ),
    color: Type.Optional(
      textSchema({
        maxLength: 7,
        description: 'Colour of the page as #rrggbb; the text on it is chosen so that it can be read.',
        examples: ['#6d28d9'],
      }),
    ),
    embed_origins: Type.Optional(
      Type.Array(
        textSchema({ maxLength: 300, description: 'An origin.', examples: ['https://example.com'] }),
        {
          maxItems: 50,
          description: 'Sites whose pages may show the form in a frame. Without it nobody may.',
        },
      ),
    ),
  },
  {
    title: 'FormSettings',
    description:
      'How the form looks on its page, and until when it takes answers. An extension: forms without it do not carry ' +
      'it. Sent with a change it replaces what was there; {} takes it away.',
  },
)

export type FormSettings = Static<typeof FormSettingsSchema>
