import type texts from '#locales/sv/audit.json'
import type fieldTexts from '#locales/sv/audit-fields.json'
import type codeTexts from '#locales/sv/audit-values.json'
import type refusalTexts from '#locales/sv/refusals.json'

/* Compile-time check that the log can display everything it records: an action, target, field or code without a text does not compile. */

type NameAfter<Prefix extends string, Key> = Key extends `${Prefix}.${infer Name}` ? Name : never

export type AuditAction = NameAfter<'action', keyof typeof texts>
export type AuditThing = NameAfter<'thing', keyof typeof texts>
export type AuditField = keyof typeof fieldTexts

/** Fields have their texts here; reasons have the texts of refusals. */
type Code =
  | keyof typeof codeTexts
  | `fields.${AuditField}`
  | `${'refusal' | 'because'}.${Exclude<keyof typeof refusalTexts, `${string}.${string}`>}`

/** True for a union of known values; false for free text and numbers. */
type IsCode<Value> = Value extends string
  ? string extends Value
    ? false
    : true
  : Value extends number
    ? number extends Value
      ? false
      : true
    : false

/** The texts that a value of a field lacks. Nested fields are checked; values of a list belong to its field. */
type MissingOf<Value, Field extends string> = Value extends string | number
  ? IsCode<Value> extends true
    ? Exclude<`${Field}.${Value}`, Code>
    : never
  : Value extends bigint | boolean | Date | null | undefined
    ? never
    : Value extends readonly (infer One)[]
      ? MissingOf<One, Field>
      : Value extends object
        ? MissingIn<Value, Field>
        : never

/** The fields `before` and `after` hold values of the surrounding fields. */
type MissingIn<Data, Around extends string = ''> = {
  [Key in keyof Data & string]-?: string extends Key
    ? 'an open record'
    : Key extends AuditField
      ? MissingOf<Data[Key], Key extends 'before' | 'after' ? Around : Key>
      : `audit-fields.json: ${Key}`
}[keyof Data & string]

/** Data whose fields and codes all have texts; the compiler error names the ones that lack a text. */
export type DataWithTexts<Data> = [MissingIn<Data>] extends [never] ? unknown : { auditValuesLack: MissingIn<Data> }
