/** Values of a form with their change and errors; `useDraft` and `useForm` return one. */
export interface DraftFields<Draft> {
  draft: Draft
  change: (fields: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

type NameOf<Draft, Value> = { [K in keyof Draft]-?: Draft[K] extends Value ? K : never }[keyof Draft] & string

interface Input {
  target: { value: string }
}

interface Option<Value> {
  value: Value
  label: string
}

/**
 * Returns functions that give a field of the draft the properties of its control, such as `text('name')` for a `Field`:
 * `text`, `optionalText` (an empty one is null), `tick` for checkboxes, `choice` with options, `value` for controls
 * whose `onChange` gets the value, and `chosen` for ids. Each edit calls `change`. `prefix` stands before the names of
 * fields that the page has more than once; `labelOf` and `errorOf` receive them without it.
 */
export function draftFields<Draft>(
  { draft, change, errorOf }: DraftFields<Draft>,
  labelOf: (field: string) => string,
  prefix = '',
) {
  // One known key with a value of its own type.
  const set = (name: keyof Draft, value: unknown) => change({ [name]: value } as Partial<Draft>)
  const field = (name: string) => ({ name: prefix + name, label: labelOf(name), error: errorOf(name) })
  return {
    /** For `Field` and `TextArea`. */
    text: (name: NameOf<Draft, string | null | undefined>) => ({
      ...field(name),
      // `NameOf` accepts only the names of texts.
      value: (draft[name] ?? '') as string,
      onChange: ({ target }: Input) => set(name, target.value),
    }),
    /** As `text`; an empty field is null in the draft. */
    optionalText: (name: NameOf<Draft, string | null | undefined>) => ({
      ...field(name),
      // `NameOf` accepts only the names of texts.
      value: (draft[name] ?? '') as string,
      onChange: ({ target }: Input) => set(name, target.value || null),
    }),
    /** For `Checkbox`, which shows no error. */
    tick: (name: NameOf<Draft, boolean>) => ({
      name: prefix + name,
      label: labelOf(name),
      // `NameOf` accepts only the names of booleans.
      checked: draft[name] as boolean,
      onChange: ({ target }: { target: { checked: boolean } }) => set(name, target.checked),
    }),
    /** For `Select`: the draft holds the value of an option. */
    choice: <Name extends NameOf<Draft, string | number | undefined>>(
      name: Name,
      options: readonly Option<Draft[Name] & (string | number)>[],
    ) => ({
      ...field(name),
      options,
      // `NameOf` accepts only the names of texts and numbers.
      value: draft[name] as string | number,
      onChange: ({ target }: Input) => {
        const chosen = options.find(({ value }) => String(value) === target.value)
        if (chosen) set(name, chosen.value)
      },
    }),
    /** For fields whose `onChange` gets the value, such as `RichText`, `DatePicker` and `Combobox`. */
    value: <Name extends keyof Draft & string>(name: Name) => ({
      ...field(name),
      value: draft[name],
      onChange: (value: Draft[Name]) => set(name, value),
    }),
    /** For `SearchMany`. */
    chosen: <Name extends NameOf<Draft, number[]>>(name: Name) => ({
      ...field(name),
      chosen: draft[name],
      onChange: (value: Draft[Name]) => set(name, value),
    }),
  }
}
