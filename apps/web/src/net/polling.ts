/** The line's second way, by itself: hardly anybody needs it. */
export { XHR } from 'socket.io-client';
