/** Shows the checkbox that ticks every row of the form. Without a script it stays hidden. */
const label = document.querySelector<HTMLElement>('[data-choose-all]')
const all = label?.querySelector('input')
const rows = () => document.querySelectorAll<HTMLInputElement>('li:not([hidden]) input[name="chosen"][type="checkbox"]')

if (label && all) {
  label.hidden = false
  all.addEventListener('change', () => {
    for (const row of rows()) row.checked = all.checked
  })
}
