/** Opening the menu is the browser's own `command="show-modal"`; older browsers are helped along. */
export function wireMenu() {
  const menu = document.getElementById('menu')
  if (!(menu instanceof HTMLDialogElement)) return
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    for (const button of document.querySelectorAll('[commandfor="menu"]'))
      button.addEventListener('click', () => (menu.open ? menu.close() : menu.showModal()))
  }
  // A touch beside the panel lands on the dialog itself.
  menu.addEventListener('click', (event) => {
    if (event.target === menu) menu.close()
  })
}
