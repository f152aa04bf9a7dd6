import { env } from 'cloudflare:workers'

interface Versioned {
  table: string
  column?: 'lastChange' | 'modified'
  inQuery?: true
  /** A body without an id is about the caller. */
  isOwn?: true
}

type Body = Record<string, unknown>

interface Ids {
  idInPath: string | undefined
  ownId: number | undefined
}

/** The edits that must name the version they began with, by path. The id stands in the path, else in the body. */
const edits: [RegExp, Versioned][] = [
  [/^\/Educations$/, { table: 'educations' }],
  [/^\/Educations\/(\d+)\/educationParts$/, { table: 'educations', inQuery: true }],
  [/^\/Educations\/(\d+)\/educationPartDependencies\/\d+$/, { table: 'educations', inQuery: true }],
  [/^\/EducationParts$/, { table: 'education_parts' }],
  [/^\/EducationPartOccasions$/, { table: 'occasions' }],
  [/^\/EducationPartsPracticalDriverExam\/(\d+)$/, { table: 'driver_exams' }],
  [/^\/Licenses$/, { table: 'licenses' }],
  [/^\/Events$/, { table: 'events', column: 'modified' }],
  [/^\/Media$/, { table: 'media' }],
  [/^\/User$/, { table: 'users', isOwn: true }],
  [/^\/user\/edit\/(\d+)$/, { table: 'users' }],
  [/^\/User\/(\d+)\/(?:updateRoles|roles\/extensions)$/, { table: 'users' }],
  [/^\/User\/integrationaccounts\/(\d+)$/, { table: 'integration_accounts' }],
  [/^\/EducationRole$/, { table: 'education_roles' }],
  [/^\/EducationCategory$/, { table: 'education_categories' }],
  [/^\/EducatorArticulates\/(\d+)$/, { table: 'educator_materials' }],
  [/^\/Organization\/(\d+)$/, { table: 'organizations' }],
  [/^\/DisturbanceMessage$/, { table: 'disturbance_messages' }],
]

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

async function storedVersion(table: string, id: unknown): Promise<string | null> {
  if (!Number.isInteger(id)) return null
  const found = env.DB.prepare(`select changed_at as changedAt from ${table} where id = ?`).bind(id)
  return (await found.first<{ changedAt: string }>())?.changedAt ?? null
}

async function filled({ table, column = 'lastChange', isOwn }: Versioned, { idInPath, ownId }: Ids, body: unknown) {
  if (!isObject(body) || body[column] !== undefined) return body
  const own = isOwn ? ownId : undefined
  const version = await storedVersion(table, idInPath ? Number(idInPath) : (body['id'] ?? own))
  return version === null ? body : { ...body, [column]: version }
}

/** The JSON of a form is its only field that is text. */
async function filledForm(form: FormData, edit: Versioned, ids: Ids): Promise<FormData> {
  for (const [name, text] of [...form])
    if (typeof text === 'string') form.set(name, JSON.stringify(await filled(edit, ids, JSON.parse(text))))
  return form
}

async function filledPath(path: string, { table }: Versioned, id: string | undefined): Promise<string> {
  const version = path.includes('lastChange') ? null : await storedVersion(table, Number(id))
  return version === null ? path : `${path}?lastChange=${encodeURIComponent(version)}`
}

/** Fills in the stored version, as a form does, where a test says nothing of versions. */
export async function withVersion(
  method: string,
  path: string,
  body: unknown,
  ownId?: number,
): Promise<{ path: string; body: unknown }> {
  const pathname = path.replace(/\/?(\?.*)?$/, '')
  for (const [pattern, edit] of method === 'PUT' ? edits : []) {
    const match = pattern.exec(pathname)
    if (!match) continue
    if (edit.inQuery) return { path: await filledPath(path, edit, match[1]), body }
    const ids = { idInPath: match[1], ownId }
    return { path, body: await (body instanceof FormData ? filledForm(body, edit, ids) : filled(edit, ids, body)) }
  }
  return { path, body }
}
