import { mount } from 'svelte';
import '../src/styles/tokens.css';
import '../src/styles/app.css';
import { galleryApp } from './app.ts';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(Gallery, { target, props: { app: galleryApp() } });
