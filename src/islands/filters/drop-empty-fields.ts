/**
 * Removes the empty fields of a form from its data, so that they stay out of the URL. Fields in `keptNames`, whose
 * empty value is a choice of its own, stay; so do the other values of a name that has several.
 */
export function dropEmptyFields(data: FormData, keptNames: readonly string[]): void {
  for (const name of new Set(data.keys())) {
    const values = data.getAll(name)
    const filled = values.filter((value) => value !== '')
    if (keptNames.includes(name) || filled.length === values.length) continue
    data.delete(name)
    for (const value of filled) data.append(name, value)
  }
}
