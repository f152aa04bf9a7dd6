/**
 * Makes the buttons of the menu open and close it in browsers without `command="show-modal"`, and a click beside it
 * close it in every browser. Does nothing on a page without the menu.
 */
export function wireMenu() {
  const menu = document.getElementById('menu')
  if (!(menu instanceof HTMLDialogElement)) return
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    for (const button of document.querySelectorAll('[commandfor="menu"]'))
      button.addEventListener('click', () => (menu.open ? menu.close() : menu.showModal()))
  }
  // A click beside the panel has the dialog as its target.
  menu.addEventListener('click', (event) => {
    if (event.target === menu) menu.close()
  })
}
