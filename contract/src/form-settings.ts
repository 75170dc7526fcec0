import Type, { type Static } from 'typebox'
import { nameSchema, textSchema } from './primitives.ts'

const MAX_SUBMISSIONS = 1_000_000_000

/** The appearance of a form page and when the form closes. Every member is optional. */
export const FormSettingsSchema = Type.Object(
  {
    description: Type.Optional(
      textSchema({ maxLength: 5_000, description: 'Text above the fields; line breaks are preserved.' }),
    ),
    submit_label: Type.Optional(
      nameSchema({
        maxLength: 60,
        description: 'Label of the submit button, instead of "Send".',
        examples: ['Sign up'],
      }),
    ),
    thank_you: Type.Optional(
      textSchema({
        maxLength: 5_000,
        description: 'Text shown after a submission; line breaks are preserved.',
      }),
    ),
    redirect_url: Type.Optional(
      textSchema({
        maxLength: 2_000,
        description:
          'An http or https URL to redirect to after a submission, instead of showing the thank-you page.',
        examples: ['https://example.com/thanks'],
      }),
    ),
    closes_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The form rejects submissions from this time on, also by API. Any UTC offset is accepted; the value is returned in UTC.',
        examples: ['2026-01-31T18:00:00.000Z'],
      }),
    ),
    max_submissions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SUBMISSIONS,
        description: 'The form rejects further submissions after this number, also by API.',
      }),
    ),
    color: Type.Optional(
      textSchema({
        maxLength: 7,
        description: 'Accent colour of the page as #rrggbb; the text colour is chosen for contrast.',
        examples: ['#6d28d9'],
      }),
    ),
    embed_origins: Type.Optional(
      Type.Array(
        textSchema({ maxLength: 300, description: 'An origin.', examples: ['https://example.com'] }),
        {
          maxItems: 50,
          description: 'Origins that may embed the form in an iframe. Without it, embedding is not allowed.',
        },
      ),
    ),
  },
  {
    title: 'FormSettings',
    description:
      'The appearance of the form page and when the form closes. An extension: a form without settings has no such member. ' +
      'In an update it replaces all earlier settings; {} removes them.',
  },
)

export type FormSettings = Static<typeof FormSettingsSchema>
