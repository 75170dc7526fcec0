import Type, { type Static } from 'typebox'

const path = (title: string, description: string, hints: object = {}) =>
  Type.Optional(Type.String({ title, description, ...hints }))

/** Forms offer a body for these; any request may have one. */
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE']

const Paginate = Type.Object(
  {
    mode: Type.Enum(['next_link', 'page', 'cursor'], {
      title: 'Mode',
      description:
        '`next_link`: the response contains the URL of the next page. `page`: pages are numbered. `cursor`: the response contains a cursor for the next page.',
    }),
    next: path(
      'Next link',
      'For `next_link`: the path of the URL in the body, such as `links.next`. Defaults to the `Link` header with `rel="next"`.',
      { 'x-when': { mode: ['next_link'] } },
    ),
    page_param: Type.Optional(
      Type.String({
        title: 'Page parameter',
        'x-when': { mode: ['page'] },
        description: 'For `page`: the query parameter for the page number.',
        minLength: 1,
        default: 'page',
      }),
    ),
    start_page: Type.Optional(
      Type.Integer({
        title: 'First page',
        'x-when': { mode: ['page'] },
        description: 'For `page`: the number of the first page.',
        default: 1,
      }),
    ),
    cursor: path('Cursor', 'For `cursor`: the path of the cursor in the body, such as `meta.next_cursor`.', {
      'x-when': { mode: ['cursor'] },
    }),
    cursor_param: Type.Optional(
      Type.String({
        title: 'Cursor parameter',
        'x-when': { mode: ['cursor'] },
        description: 'For `cursor`: the query parameter for the cursor.',
        minLength: 1,
        default: 'cursor',
      }),
    ),
    items: path(
      'Items',
      'The path of the list in the body of a page, such as `data.orders`. If set, the output is one list of all items; otherwise it is a list of the page bodies.',
    ),
    max_pages: Type.Optional(
      Type.Integer({
        title: 'Maximum pages',
        description: 'How many pages to request at most. If there may be more pages, the log gets a warning.',
        minimum: 1,
        maximum: 100,
        default: 10,
      }),
    ),
  },
  {
    title: 'Pagination',
    description:
      'Requests one page after another and collects them; the body of the output is then a list. All pages must have the same origin. Numbered pages end with the first page whose list is empty.',
  },
)

export const HttpParameters = Type.Object({
  method: Type.Optional(
    Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], {
      title: 'Method',
      description:
        'POST, PUT, PATCH and DELETE requests have an `Idempotency-Key` header that is the same in every attempt of the step, unless you set your own.',
      default: 'GET',
      examples: ['POST'],
    }),
  ),
  url: Type.String({
    title: 'URL',
    'x-format': 'url',
    description: 'An absolute URL. Encode values that you insert: `{{ encodeURIComponent(…) }}`.',
    minLength: 1,
    maxLength: 8192,
    examples: ['https://api.example.com/orders'],
  }),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Query',
      description:
        'Query parameters to add to the URL, encoded. A list adds one parameter per item. Parameters that are null are left out.',
      examples: [{ page: 2, tag: ['new', 'paid'] }],
    }),
  ),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Headers',
      description:
        'Request headers. Headers that are null are left out. Put secrets in a credential, not here.',
      examples: [{ Accept: 'application/json' }],
    }),
  ),
  body: Type.Optional(
    Type.Unknown({
      title: 'Body',
      'x-when': { method: METHODS_WITH_BODY },
      description: 'The request body. If it is missing or null, the request has no body.',
      examples: [{ name: '{{ input.name }}' }],
    }),
  ),
  body_type: Type.Optional(
    Type.Enum(['json', 'form', 'text', 'binary', 'file', 'multipart'], {
      title: 'Body type',
      'x-when': { method: METHODS_WITH_BODY },
      description:
        '`json`: sent as JSON. `form`: an object, sent as a URL-encoded form. `text`: sent unchanged. `binary`: the bytes of a base64 string. `file`: the content of a file. `multipart`: an object, sent as a multipart form; its members are texts, files or lists of them. By default, a string is sent unchanged, a file as its content, and everything else as JSON. Sets `Content-Type` unless the headers do.',
    }),
  ),
  response: Type.Optional(
    Type.Enum(['json', 'text', 'full', 'file'], {
      title: 'Response',
      description:
        'How to read the response body. `json`: it must be JSON. `text`: it is read as a string. By default, a body with a JSON content type is parsed, other text is a string, and binary data is base64. `full`: like the default, and the output also has `encoding` (json, text or base64), `url` (after redirects) and `duration_ms`. `file`: a response with a status of 2xx is stored as a file of any size up to `MILLRACE_FILE_LIMIT`, and the body of the output is the file.',
    }),
  ),
  fail_on_status: Type.Optional(
    Type.Boolean({
      title: 'Fail on error statuses',
      description:
        'Fails the step with the code `HTTP_<status>` when the status is 400 or higher. If the node has `retry`, only 408, 425, 429 and statuses of 500 or higher are retried, no earlier than `Retry-After` allows.',
      default: true,
    }),
  ),
  follow_redirects: Type.Optional(
    Type.Boolean({
      title: 'Follow redirects',
      description: 'Follows up to five redirects. Secrets are not sent to another origin.',
      default: true,
    }),
  ),
  api_key_header: Type.Optional(
    Type.String({
      title: 'API key header',
      description: 'The header for a credential of type api_key.',
      minLength: 1,
      default: 'X-API-Key',
    }),
  ),
  paginate: Type.Optional(Paginate),
})

export type HttpParameters = Static<typeof HttpParameters>
export type Paginate = Static<typeof Paginate>
