import type { JsonSchema, OpenApiDocument, Parameter, Response } from '#http/openapi/open-api-document.ts'
import { ServedDocument } from './served-document.ts'

/** Members that OpenAPI 3.1.1 defines for an object of the document, as far as we use them. */
const KNOWN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  document: ['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'components', 'security', 'tags'],
  info: ['title', 'summary', 'description', 'termsOfService', 'contact', 'license', 'version'],
  pathItem: ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'parameters'],
  operation: [
    'tags',
    'summary',
    'description',
    'operationId',
    'parameters',
    'requestBody',
    'responses',
    'deprecated',
    'security',
  ],
  parameter: ['name', 'in', 'description', 'required', 'deprecated', 'schema', 'example'],
  requestBody: ['description', 'content', 'required'],
  response: ['description', 'headers', 'content', 'links'],
  mediaType: ['schema', 'example', 'examples', 'encoding'],
  header: ['description', 'required', 'deprecated', 'schema', 'example'],
  components: ['schemas', 'responses', 'parameters', 'headers', 'securitySchemes'],
}

/** Every violation of OpenAPI 3.1 or of our own rules in a document. */
export function violations(document: OpenApiDocument): string[] {
  const references = checkReferences(document)
  // The other rules follow the references.
  if (references.some((violation) => violation.includes('has no target'))) return references
  return [
    ...references,
    ...checkMembers(document),
    ...checkOperationIds(document),
    ...checkPathParameters(document),
    ...checkTagsAndSecurity(document),
    ...checkComponentNames(document),
    ...checkExamples(document),
  ]
}

function checkMembers(document: OpenApiDocument): string[] {
  const found: string[] = []
  const expect = (kind: string, location: string, value: object, required: readonly string[] = []) => {
    for (const member of Object.keys(value)) {
      if (!KNOWN_MEMBERS[kind]?.includes(member) && !member.startsWith('x-')) {
        found.push(`${location} has the unknown member ${member}`)
      }
    }
    for (const member of required) if (!(member in value)) found.push(`${location} lacks ${member}`)
  }
  if (!/^3\.1\.\d+$/.test(document.openapi)) found.push('openapi is not a version 3.1')
  expect('document', 'the document', document, ['openapi', 'info', 'paths'])
  expect('info', 'info', document.info, ['title', 'version'])
  expect('components', 'components', document.components)
  for (const [path, item] of Object.entries(document.paths)) {
    if (!path.startsWith('/')) found.push(`the path ${path} does not begin with a slash`)
    expect('pathItem', path, item)
    for (const [method, operation] of Object.entries(item)) {
      const location = `${method} ${path}`
      expect('operation', location, operation, ['operationId', 'responses', 'summary', 'tags', 'security'])
      if (operation.requestBody) expect('requestBody', `${location} body`, operation.requestBody, ['content'])
      if (Object.keys(operation.responses).length === 0) found.push(`${location} has no response`)
    }
  }
  const served = new ServedDocument(document)
  for (const { id, parameters, described } of served.operations) {
    for (const parameter of parameters) {
      expect('parameter', `${id} ${parameter.name}`, parameter, ['name', 'in', 'schema', 'description'])
    }
    for (const [status, response] of Object.entries(described.responses)) {
      if (!/^[1-5]\d\d$/.test(status)) found.push(`${id} responds with the status ${status}`)
      const location = `${id} ${status}`
      expect('response', location, served.resolve<Response>(response), ['description', 'content'])
    }
  }
  for (const [name, header] of Object.entries(document.components.headers)) {
    expect('header', name, header, ['schema', 'description'])
  }
  return found
}

function checkReferences(document: OpenApiDocument): string[] {
  const served = new ServedDocument(document)
  const used = new Set<string>()
  const found: string[] = []
  visit(document, (value) => {
    if (typeof value['$ref'] !== 'string') return
    used.add(value['$ref'])
    try {
      served.resolve({ $ref: value['$ref'] })
    } catch (error) {
      found.push(String(error))
    }
  })
  for (const group of ['schemas', 'parameters', 'headers', 'responses'] as const) {
    for (const name of Object.keys(document.components[group])) {
      const reference = `#/components/${group}/${name}`
      if (!used.has(reference)) found.push(`${reference} is never used`)
    }
  }
  return found
}

function checkOperationIds(document: OpenApiDocument): string[] {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((one) => one.operationId),
  )
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} names two operations`)
}

function checkPathParameters(document: OpenApiDocument): string[] {
  return new ServedDocument(document).operations.flatMap(({ id, path, parameters }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    const keys = parameters.map((parameter: Parameter) => `${parameter.in} ${parameter.name}`)
    return [
      ...named
        .filter((name) => !declared.some((parameter) => parameter.name === name && parameter.required))
        .map((name) => `${id} does not declare its path parameter ${name}`),
      ...declared
        .filter(({ name }) => !named.includes(name))
        .map(({ name }) => `${id} declares ${name}, which is not in its path`),
      ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${id} declares ${key} twice`),
    ]
  })
}

function checkTagsAndSecurity(document: OpenApiDocument): string[] {
  const tags = new Set(document.tags.map(({ name }) => name))
  return new ServedDocument(document).operations.flatMap(({ id, tag, described }) => [
    ...(tags.has(tag) ? [] : [`${id} has the tag ${tag}, which is not described`]),
    ...described.security
      .flatMap((requirement) => Object.keys(requirement))
      .filter((scheme) => !(scheme in document.components.securitySchemes))
      .map((scheme) => `${id} asks for the unknown security scheme ${scheme}`),
  ])
}

function checkComponentNames(document: OpenApiDocument): string[] {
  return Object.values(document.components)
    .flatMap((group) => Object.keys(group))
    .filter((name) => !/^[\w.-]+$/.test(name))
    .map((name) => `${name} cannot be the name of a component`)
}

/** Examples of bodies, responses and parameters, and those inside schemas. */
function checkExamples(document: OpenApiDocument): string[] {
  const served = new ServedDocument(document)
  const found: string[] = []
  let counter = 0
  visit(document, (value) => {
    const schema = (value['schema'] ?? value) as JsonSchema
    const examples = [
      ...('schema' in value && 'example' in value ? [value['example']] : []),
      ...(Array.isArray(value['examples']) ? (value['examples'] as unknown[]) : []),
    ]
    for (const example of examples) {
      counter += 1
      for (const problem of served.check(`example ${counter}`, schema, example)) {
        found.push(
          `the example ${JSON.stringify(example).slice(0, 80)} does not match its schema: ${problem}`,
        )
      }
    }
  })
  return found
}

/** Every object of the document, except inside examples. */
function visit(value: unknown, callback: (value: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) callback(value as Record<string, unknown>)
  for (const [member, part] of Object.entries(value)) {
    if (member !== 'example' && member !== 'examples') visit(part, callback)
  }
}
