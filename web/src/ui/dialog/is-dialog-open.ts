/** Whether somebody is being asked something at this moment: it stays under their eyes. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
