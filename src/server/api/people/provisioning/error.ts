/** Kinds of errors that SCIM names (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** An answer of SCIM that is an error. `scimType` is null for a status without one. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

/** Returns the error of a resource that does not exist, or belongs to another account. */
export const notFound = () => new ScimError(404, 'Resource not found')

/** Returns the error of a value that is refused. */
export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue')
