import type texts from '#locales/sv/audit.json'
import type fieldTexts from '#locales/sv/audit-fields.json'
import type codeTexts from '#locales/sv/audit-values.json'
import type refusalTexts from '#locales/sv/refusals.json'

/*
 * What the log can say. Whatever is recorded has words there: an action, a thing, a field or a code that has no text does not
 * compile, since the types of a record are read from the texts.
 */

type Behind<Prefix extends string, Key> = Key extends `${Prefix}.${infer Name}` ? Name : never

export type AuditAction = Behind<'action', keyof typeof texts>
export type AuditThing = Behind<'thing', keyof typeof texts>
export type AuditField = keyof typeof fieldTexts

/** Names of fields, which have their words there, and reasons, which are told as refusals are. */
type Code =
  | keyof typeof codeTexts
  | `fields.${AuditField}`
  | `${'refusal' | 'because'}.${Exclude<keyof typeof refusalTexts, `${string}.${string}`>}`

/** One of a few known values, as opposed to what somebody wrote or counted. */
type IsCode<Value> = Value extends string
  ? string extends Value
    ? false
    : true
  : Value extends number
    ? number extends Value
      ? false
      : true
    : false

/** The texts that a value of a field lacks. What holds others is looked into; a list's values are its field's. */
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

/** `before` and `after` say the values of what stands around them. */
type MissingIn<Data, Around extends string = ''> = {
  [Key in keyof Data & string]-?: string extends Key
    ? 'an open record'
    : Key extends AuditField
      ? MissingOf<Data[Key], Key extends 'before' | 'after' ? Around : Key>
      : `audit-fields.json: ${Key}`
}[keyof Data & string]

/** Data of which every field and every code has words in the log; what has none is named by the compiler. */
export type Worded<Data> = [MissingIn<Data>] extends [never] ? unknown : { auditValuesLack: MissingIn<Data> }
