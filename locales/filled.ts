/** A text with its values in place of their names, as i18next fills it; what is not given is nothing. */
export const filled = (text: string, values: Record<string, unknown>): string =>
  text.includes('{{') ? text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? '')) : text
