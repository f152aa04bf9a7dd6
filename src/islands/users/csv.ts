/** A spreadsheet reads such a cell as a formula, and would run what somebody has named themselves. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^\+?[\d ()-]+$/.test(text)

const cell = (text: string): string => {
  const harmless = isFormula(text) ? `'${text}` : text
  return /[;"\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A table as Excel opens it where the decimal sign is a comma: semicolons, and a mark that the text is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
