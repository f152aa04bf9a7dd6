/** What an address asks for, by name; what cannot be meant is left out rather than refused. */
export function chosenIn<Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
  isMeant: (name: Name, text: string) => boolean,
): Partial<Record<Name, string>> {
  const chosen: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = search.get(name)?.trim()
    if (text && isMeant(name, text)) chosen[name] = text
  }
  return chosen
}
