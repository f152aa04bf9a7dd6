/** Whether a spreadsheet would run the cell as a formula, which people could put in their names. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^\+?[\d ()-]+$/.test(text)

const escapeCell = (text: string): string => {
  const safeText = isFormula(text) ? `'${text}` : text
  return /[;"\n\r]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

/**
 * Formats a table as CSV for Excel with decimal comma: separated by semicolons, lines by CRLF, with a UTF-8 byte order
 * mark. A cell that a spreadsheet would run as a formula gets an apostrophe.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(escapeCell).join(';')).join('\r\n')}\r\n`
