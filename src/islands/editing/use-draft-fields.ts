import { useTexts } from '../client/texts.tsx'

export interface DraftFields<Draft> {
  draft: Draft
  change: (fields: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

type NameOf<Draft, Value> = { [K in keyof Draft]: Draft[K] extends Value ? K : never }[keyof Draft] & string

/** What the plain fields of a form have in common; their labels are the namespace's texts of the same names. */
export function useDraftFields<Draft>(namespace: string, { draft, change, errorOf }: DraftFields<Draft>) {
  const t = useTexts(namespace)
  // One known key with a value of its own type.
  const changed = (name: keyof Draft, value: unknown) => change({ [name]: value } as Partial<Draft>)
  return {
    text: (name: NameOf<Draft, string>) => ({
      name,
      label: t(name),
      error: errorOf(name),
      // `NameOf` lets through only the names of texts.
      value: draft[name] as string,
      onChange: (event: { target: { value: string } }) => changed(name, event.target.value),
    }),
    tick: (name: NameOf<Draft, boolean>) => ({
      name,
      label: t(name),
      // `NameOf` lets through only the names of what is true or not.
      checked: draft[name] as boolean,
      onChange: (event: { target: { checked: boolean } }) => changed(name, event.target.checked),
    }),
  }
}
