import { z } from 'zod'
import { invalidValue } from './error.ts'

const maxLength = 200

const text = z
  .string()
  .max(maxLength)
  // No control characters, as in a line of a form.
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value))
  .transform((value) => value.trim())

const optionalText = text.nullish().transform((value) => value || null)

/** Entra sends `active` as the text "True" or "False". */
const Active = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((value) => value.toLowerCase() === 'true'),
])

const EmailValue = text.pipe(z.email()).nullish()

const Email = z.object({
  value: EmailValue.or(z.literal('')),
  type: z.string().max(maxLength).nullish(),
  primary: Active.nullish(),
})

const PersonInput = z.object({
  userName: text.pipe(z.string().min(1)),
  externalId: optionalText,
  displayName: optionalText,
  name: z.object({ givenName: optionalText, familyName: optionalText }).nullish(),
  emails: z.array(Email).max(20).nullish(),
  active: Active.nullish(),
})

/** Attributes of a person that the portal keeps; everything else that a provider sends is left out. */
export interface PersonFields {
  userName: string
  externalId: string | null
  givenName: string | null
  familyName: string | null
  displayName: string | null
  email: string | null
  active: boolean
}

/** Returns the e-mail address to use: the primary one, that of work, or else the first; null for none. */
function chooseEmail(emails: readonly z.infer<typeof Email>[]): string | null {
  const chosen =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0]
  return chosen?.value || null
}

/**
 * Parses a person as `POST` and `PUT` send them. Attributes that the portal does not keep are left out; absent and
 * empty ones are null. Of several e-mail addresses it takes the primary, that of type `work`, or else the first.
 * `isActive` counts where the body does not say.
 *
 * @throws ScimError 400 `invalidValue` with the name of the attribute that is refused.
 */
export function parsePerson(body: unknown, isActive = true): PersonFields {
  const parsed = PersonInput.safeParse(body)
  if (!parsed.success)
    throw invalidValue(`Attribute refused: ${parsed.error.issues[0]?.path.join('.') || 'the resource'}`)
  const { userName, externalId, displayName, name, emails, active } = parsed.data
  return {
    userName,
    externalId,
    displayName,
    givenName: name?.givenName ?? null,
    familyName: name?.familyName ?? null,
    email: chooseEmail(emails ?? []),
    active: active ?? isActive,
  }
}

/** Returns the body of a person, in the form that `parsePerson` reads. */
export const toPersonBody = (fields: PersonFields) => ({
  userName: fields.userName,
  externalId: fields.externalId,
  displayName: fields.displayName,
  name: { givenName: fields.givenName, familyName: fields.familyName },
  emails: fields.email === null ? [] : [{ value: fields.email, type: 'work', primary: true }],
  active: fields.active,
})

/**
 * Returns `firstName` and `lastName` of a new account. They are given and family name, or for a missing one the first
 * word and the rest of the display name, or else of the user name. The last name may be empty, as with a given name
 * alone.
 */
export function toAccountName({ givenName, familyName, displayName, userName }: PersonFields) {
  const [first = userName, ...rest] = (displayName ?? userName).split(/\s+/).filter((part) => part !== '')
  return { firstName: givenName ?? first, lastName: familyName ?? (givenName ? '' : rest.join(' ')) }
}
