import { z } from 'zod'
import { day, line } from '#api/wire.ts'

const optionalText = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text || null)

/** Accepts `yyyy-MM-dd`, also with a time behind it. */
const dayOrMoment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(T.*)?$/)
  .transform((text) => text.slice(0, 10))
  .pipe(day)

const optionalDay = dayOrMoment.nullish().transform((text) => text ?? null)

const RegisterId = z
  .union([z.string(), z.int()])
  .transform((id) => String(id).trim())
  .pipe(z.string().min(1).max(40))

/** A membership of a club, district or federation; without an end while it lasts. */
const OutsideMembership = z.object({ organizationId: RegisterId, from: optionalDay, to: optionalDay })

const emailForm = z.email().max(200)
const phoneForm = /^\+?[\d -]{6,20}$/

/** A person as the register gives them, by the names of the plain JSON URL. Unknown fields are left out. */
export const OutsidePerson = z.object({
  id: RegisterId,
  firstName: line.min(1).max(100),
  lastName: line.min(1).max(100),
  birthDate: optionalDay,
  /** Twelve digits, also with a hyphen. */
  personalNumber: optionalText
    .transform((text) => text?.replace('-', '') ?? null)
    .pipe(
      z
        .string()
        .regex(/^\d{12}$/)
        .refine(hasCheckDigit)
        .nullable(),
    ),
  /** Null when it is no e-mail address. */
  email: optionalText.transform((text) => (emailForm.safeParse(text).success ? text : null)),
  /** Null when it is written in another form than the portal's. */
  phone: optionalText.transform((text) => (text && phoneForm.test(text) ? text : null)),
  memberships: z
    .array(OutsideMembership)
    .nullish()
    .transform((list) => list ?? []),
  /** Null when the register does not say. */
  protected: z
    .boolean()
    .nullish()
    .transform((isProtected) => isProtected ?? null),
  deceased: z.boolean().default(false),
  deleted: z.boolean().default(false),
  /** Register id of the row that has taken over from this one. */
  mergedInto: RegisterId.nullish().transform((id) => id ?? null),
})
export type OutsidePerson = z.infer<typeof OutsidePerson>

/** Whether the last digit of a personal number of twelve digits is right (the Luhn algorithm). */
function hasCheckDigit(number: string): boolean {
  const sum = [...number.slice(2)].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Where the next portion begins, as JSON that only the adapter reads. */
export type RegisterCursor = Record<string, string | number>

export interface RegisterPortion {
  /** Rows in the form of `OutsidePerson`, not checked yet. */
  people: unknown[]
  /** Null when this portion is the last one. */
  next: RegisterCursor | null
  /** Seconds after which the next portion may be asked for; at once when absent. */
  waitSeconds?: number
}

/** The register of people in the sports IT system. */
export interface PeopleRegister {
  /**
   * Reads the portion at a cursor; the first one at null. `since` asks for rows that have changed since the moment,
   * null for all. Reading a portion again gives the same rows.
   */
  readPortion: (cursor: RegisterCursor | null, since: Date | null) => Promise<RegisterPortion>
}
