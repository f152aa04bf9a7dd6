import { z } from 'zod'
import { ScimError } from './error.ts'

/*
 * PATCH of RFC 7644 (3.5.2) as a closed list of attributes. A path never becomes the name of a property, so that no
 * request reaches a prototype or an attribute that the portal does not keep.
 */

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const maxOperations = 100

const Operation = z.object({
  // Entra sends `Add`, `Replace` and `Remove`.
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(300).nullish(),
  value: z.unknown().optional(),
})

const PatchBody = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(patchSchema)),
  Operations: z.array(Operation).min(1).max(maxOperations),
})

/** One change of an attribute. */
export interface Change {
  op: 'add' | 'replace' | 'remove'
  /** Name of the attribute in lower case, without the schema and without a filter: `name.givenname`. */
  attribute: string
  /** Filter of a multi-valued attribute, as `type eq "work"`; null without one. */
  filter: { attribute: string; value: string } | null
  value: unknown
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i
const extensionSchema = /^urn:[\w:.-]+:/i
const pathForm =
  /^([a-z$][\w$-]*)(?:\[\s*([a-z$][\w$-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(\.[a-z$][\w$-]*)?$/i

/** Attributes that the portal sets itself. */
const readOnly = ['id', 'meta', 'schemas', 'groups']

const unquote = (text: string): string => {
  if (!text.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    throw new ScimError(400, 'The filter of the path cannot be read', 'invalidPath')
  }
}

type Path = Pick<Change, 'attribute' | 'filter'>

/**
 * Parses a path; null for one of an extension, which the portal does not keep.
 * @throws ScimError 400 `invalidPath` for another form.
 */
function parsePath(path: string): Path | null {
  const own = path.trim().replace(coreSchema, '')
  if (extensionSchema.test(own)) return null
  const match = pathForm.exec(own)
  if (!match) throw new ScimError(400, 'The path cannot be read', 'invalidPath')
  const [, name = '', filtered, compared = '', sub = ''] = match
  const attribute = `${name}${sub}`.toLowerCase()
  const filter = filtered ? { attribute: filtered.toLowerCase(), value: unquote(compared) } : null
  return { attribute, filter }
}

type Operation = z.infer<typeof Operation>

/** Returns the changes of an operation without a path: one for each attribute of its value that is not read-only. */
function readValues({ op, value }: Operation): Change[] {
  if (op === 'remove') throw new ScimError(400, 'A removal names a path', 'noTarget')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError(400, 'An operation without a path has an object as its value', 'invalidValue')
  return Object.entries(value).flatMap(([path, inner]) => {
    const parsed = parsePath(path)
    return parsed && !readOnly.includes(parsed.attribute) ? [{ op, ...parsed, value: inner }] : []
  })
}

function readOperation(operation: Operation): Change[] {
  if (!operation.path) return readValues(operation)
  const parsed = parsePath(operation.path)
  if (!parsed) return []
  if (readOnly.includes(parsed.attribute)) throw new ScimError(400, 'The attribute is read-only', 'mutability')
  return [{ op: operation.op, ...parsed, value: operation.value }]
}

/**
 * Parses the body of a `PATCH` into changes, in its order. Attributes of extensions are left out, and those that the
 * portal does not keep are for the caller to pass over.
 *
 * @throws ScimError 400 with `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget` or `mutability`.
 */
export function parsePatch(body: unknown): Change[] {
  const parsed = PatchBody.safeParse(body)
  if (!parsed.success) throw new ScimError(400, 'The body is no PatchOp', 'invalidSyntax')
  return parsed.data.Operations.flatMap(readOperation)
}
