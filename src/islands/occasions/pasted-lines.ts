/** What is meant by a list copied from a mail, a sheet or a message: one person each, said once. */
export function linesOf(text: string): string[] {
  const parts = text.split(/[\n\r,;\t]+/).map((part) => /<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1] ?? part.trim())
  const seen = new Set<string>()
  return parts.filter((part) => {
    const key = part.toLowerCase()
    if (part === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
