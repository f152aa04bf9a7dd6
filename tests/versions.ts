import { env } from 'cloudflare:workers'

interface VersionedEdit {
  table: string
  column?: 'lastChange' | 'modified'
  inQuery?: true
  /** True when a body without an id is about the caller. */
  isOwn?: true
}

type Body = Record<string, unknown>

interface Ids {
  idInPath: string | undefined
  ownId: number | undefined
}

/** Edits that must name the version they began with, by path. The id is in the path, otherwise in the body. */
const edits: [RegExp, VersionedEdit][] = [
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
  [/^\/MailingRules\/(\d+)$/, { table: 'mailing_rules' }],
  [/^\/Webhooks\/(\d+)$/, { table: 'webhook_endpoints' }],
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

async function withStoredVersion(
  { table, column = 'lastChange', isOwn }: VersionedEdit,
  { idInPath, ownId }: Ids,
  body: unknown,
) {
  if (!isObject(body) || body[column] !== undefined) return body
  const own = isOwn ? ownId : undefined
  const version = await storedVersion(table, idInPath ? Number(idInPath) : (body['id'] ?? own))
  return version === null ? body : { ...body, [column]: version }
}

/** Fills in the version in the only text field of a form, which holds its JSON. */
async function withVersionInForm(form: FormData, edit: VersionedEdit, ids: Ids): Promise<FormData> {
  for (const [name, text] of [...form])
    if (typeof text === 'string') form.set(name, JSON.stringify(await withStoredVersion(edit, ids, JSON.parse(text))))
  return form
}

async function withVersionInPath(path: string, { table }: VersionedEdit, id: string | undefined): Promise<string> {
  const version = path.includes('lastChange') ? null : await storedVersion(table, Number(id))
  return version === null ? path : `${path}?lastChange=${encodeURIComponent(version)}`
}

/** Fills in the stored version, as a form does, when the test names none. */
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
    if (edit.inQuery) return { path: await withVersionInPath(path, edit, match[1]), body }
    const ids = { idInPath: match[1], ownId }
    return {
      path,
      body: await (body instanceof FormData ? withVersionInForm(body, edit, ids) : withStoredVersion(edit, ids, body)),
    }
  }
  return { path, body }
}
