import Type, { type Static } from 'typebox'

const path = (title: string, description: string) => Type.Optional(Type.String({ title, description }))

const Paginate = Type.Object(
  {
    mode: Type.Enum(['next_link', 'page', 'cursor'], {
      title: 'How pages follow each other',
      description:
        '`next_link`: the answer has the address of the next page. `page`: pages are numbered. `cursor`: the answer has a word that asks for the next page.',
    }),
    next: path(
      'Next link',
      'For `next_link`: where the address is in the body, such as `links.next`. By default it is the `Link` header with `rel="next"`.',
    ),
    page_param: Type.Optional(
      Type.String({
        title: 'Parameter for the page',
        description: 'For `page`: the query parameter with the number.',
        minLength: 1,
        default: 'page',
      }),
    ),
    start_page: Type.Optional(
      Type.Integer({ title: 'First page', description: 'For `page`: the first number.', default: 1 }),
    ),
    cursor: path('Cursor', 'For `cursor`: where it is in the body, such as `meta.next_cursor`.'),
    cursor_param: Type.Optional(
      Type.String({
        title: 'Parameter for the cursor',
        description: 'For `cursor`: the query parameter that takes it.',
        minLength: 1,
        default: 'cursor',
      }),
    ),
    items: path(
      'Items',
      'Where the list of a page is in its body, such as `data.orders`. With it the output is one list of all items; without it a list of the bodies.',
    ),
    max_pages: Type.Optional(
      Type.Integer({
        title: 'Most pages',
        description: 'Where to stop, with a warning in the log, though there is more.',
        minimum: 1,
        maximum: 100,
        default: 10,
      }),
    ),
  },
  {
    title: 'Pages',
    description:
      'Asks for one page after the other and collects them. All pages must be on the same origin. The body of the output is then a list.',
  },
)

export const HttpParameters = Type.Object({
  method: Type.Optional(
    Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], {
      title: 'Method',
      description:
        'POST, PUT, PATCH and DELETE carry an `Idempotency-Key` that is the same in every attempt of the step, unless the headers have one.',
      default: 'GET',
      examples: ['POST'],
    }),
  ),
  url: Type.String({
    title: 'URL',
    description: 'A complete address. Values in it are safest as `{{ encodeURIComponent(…) }}`.',
    minLength: 1,
    maxLength: 8192,
    examples: ['https://api.example.com/orders'],
  }),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Query',
      description: 'Added to the address, encoded. A list is repeated; null is left out.',
    }),
  ),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Headers',
      description: 'null is left out. Secrets belong into a credential, not here.',
    }),
  ),
  body: Type.Optional(
    Type.Unknown({
      title: 'Body',
      description: 'What is sent; nothing when it is missing or null.',
      examples: [{ name: '{{ input.name }}' }],
    }),
  ),
  body_type: Type.Optional(
    Type.Enum(['json', 'form', 'text', 'binary'], {
      title: 'Kind of body',
      description:
        '`json`: as JSON. `form`: an object as a form. `text`: as it is. `binary`: the bytes of a base64 text. By default a text is sent as it is and everything else as JSON. Sets `Content-Type` unless the headers do.',
    }),
  ),
  response: Type.Optional(
    Type.Enum(['json', 'text', 'full'], {
      title: 'Answer',
      description:
        'What becomes of the body. `json`: it must be JSON. `text`: it stays a text. By default JSON is read where the server says that it is, what is no text becomes base64, and everything else a text. `full`: the same as by default, and the output tells more: `encoding` (json, text or base64), `url` after redirects and `duration_ms`.',
    }),
  ),
  fail_on_status: Type.Optional(
    Type.Boolean({
      title: 'Fail on error statuses',
      description:
        'From 400 on, with the code `HTTP_<status>`. Only 408, 425, 429 and those from 500 on are tried again where the node has `retry`, not before the time that `Retry-After` asks for.',
      default: true,
    }),
  ),
  follow_redirects: Type.Optional(
    Type.Boolean({
      title: 'Follow redirects',
      description: 'Up to five. Secrets stay behind when one leads to another origin.',
      default: true,
    }),
  ),
  api_key_header: Type.Optional(
    Type.String({
      title: 'Header for the API key',
      description: 'Where a credential of the type api_key is sent.',
      minLength: 1,
      default: 'X-API-Key',
    }),
  ),
  paginate: Type.Optional(Paginate),
})

export type HttpParameters = Static<typeof HttpParameters>
export type Paginate = Static<typeof Paginate>
