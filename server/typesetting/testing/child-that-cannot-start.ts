throw new Error('no template')
