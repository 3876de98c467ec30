/** Of money that is given back, after what says so. */
export const bankShowsItLater = 'su banco puede tardar entre cinco y diez días en mostrarlo.'
